import Foundation

/// The message for a change, as the script reads it.
struct ReceivedPatch {
    let operations: [[Any]]
    let acknowledged: Int?

    init(_ message: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any]
        guard let operations = json?["operations"] as? [[Any]] else {
            throw WrongResult(description: "A message is not a patch: \(message.prefix(2000))")
        }
        self.operations = operations
        acknowledged = json?["acknowledged"] as? Int
    }

    /// Returns the operands of the operations with a name.
    func operands(of name: String) -> [[Any]] {
        operations.filter { $0.first as? String == name }.map { Array($0.dropFirst()) }
    }

    /// Throws unless the patch gives an element a text, and changes the inside of no other element.
    func check(element: Int, shows text: String) throws {
        let changes = operands(of: "inside")
        guard changes.count == 1, changes[0].first as? Int == element, changes[0].last as? String == text else {
            throw WrongResult(description: "The patch does not give element \(element) the text \(text): \(operations)")
        }
    }
}
