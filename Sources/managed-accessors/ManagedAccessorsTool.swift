import Foundation
import ManagedAccessors

/// The tool that `ManagedAccessorsPlugin` runs, once for each module with managed classes.
@main
enum ManagedAccessorsTool {
    static func main() {
        do throws(Problems) {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            let text = try arguments.generation.source()
            try write(text, to: arguments.output)
        } catch {
            let lines = error.list.map { "\($0)\n" }.joined()
            FileHandle.standardError.write(Data(lines.utf8))
            exit(1)
        }
    }

    /// Leaves the file alone if it is the same, so that nothing is compiled again.
    private static func write(_ text: String, to path: String) throws(Problems) {
        let file = URL(filePath: path)
        let data = Data(text.utf8)
        guard (try? Data(contentsOf: file)) != data else { return }
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw Problems([Problem(at: nil, "The accessors cannot be written to \(path): \(error.localizedDescription)")])
        }
    }
}
