internal import Foundation

/// Text in the old-style property list format, in which Apple's collections and managed objects
/// describe themselves.
///
/// The format was derived from the logs of public bug reports; see the tests.
enum PropertyListText {
    /// Returns a text as an element: unquoted if it consists of ASCII letters and digits, otherwise
    /// quoted.
    static func quoted(_ text: String) -> String {
        let isBare = !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit }
        return isBare ? text : "\"\(escaped(text))\""
    }

    private static func escaped(_ text: String) -> String {
        text.utf16.map { unit in
            switch unit {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x09: "\\t"
            case 0x20...0x7E: String(UnicodeScalar(UInt8(unit)))
            default: "\\U" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
            }
        }.joined()
    }

    /// Returns texts as a list, one per line.
    static func list(_ texts: some Collection<String>, indentation: String = "") -> String {
        let lines = texts.map { "\(indentation)    \(quoted($0))" }.joined(separator: ",\n")
        return texts.isEmpty ? "(\n\(indentation))" : "(\n\(lines)\n\(indentation))"
    }

    /// Returns formatted elements by key, one per line, sorted by key.
    static func dictionary(spelled elements: [(key: String, text: String)]) -> String {
        let lines = elements.sorted { $0.key < $1.key }.map { "    \(quoted($0.key)) = \($0.text);\n" }
        return "{\n\(lines.joined())}"
    }

    /// Returns values by name, sorted by name.
    static func dictionary(_ values: [String: Any]) -> String {
        dictionary(spelled: values.map { ($0, quoted(plain($1))) })
    }

    /// Returns the text of one value.
    static func plain(_ value: Any) -> String {
        switch value {
        case is NSNull: "<null>"
        case let data as Data: plain(data)
        case let url as URL: url.absoluteString
        case let uuid as UUID: uuid.uuidString
        case let number as NSNumber: plain(number)
        default: "\(value)"
        }
    }

    /// Returns a whole number without a fraction, and a Boolean value as 1 or 0.
    private static func plain(_ number: NSNumber) -> String {
        let text = number.stringValue
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text == "true" ? "1" : text == "false" ? "0" : text
    }

    /// Returns the text that NSData has as its description: all bytes or, if there are more than
    /// 24, the first 16 and the last 8.
    private static func plain(_ data: Data) -> String {
        func hexadecimal(_ bytes: Data) -> String {
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        func groups(_ bytes: Data) -> String {
            stride(from: bytes.startIndex, to: bytes.endIndex, by: 4)
                .map { hexadecimal(bytes[$0..<min($0 + 4, bytes.endIndex)]) + " " }.joined()
        }
        let shown =
            data.count <= 24 ? "0x" + hexadecimal(data) : "0x" + groups(data.prefix(16)) + "... " + groups(data.suffix(8))
        return "{length = \(data.count), bytes = \(shown)}"
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

/// Returns an object's address, as `%p` prints it.
func address(of object: AnyObject) -> String {
    "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}
