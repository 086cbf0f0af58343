import Foundation
import StrataManagedAccessors
import StrataTraps

/// The tool that `ManagedAccessorsPlugin` runs, once for each module with managed classes.
@main
enum ManagedAccessorsTool {
    static func main() {
        do throws(Problems) {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            let accessors = try arguments.generation.accessors()
            report(accessors.warnings)
            try write(accessors.text, to: arguments.output)
        } catch {
            report(error.list)
            exit(1)
        }
    }

    private static func report(_ problems: [Problem]) {
        StandardStream.error.write(problems.map { "\($0)\n" }.joined())
    }

    /// Writes a file unless it has the same text already, so that its dependents are not compiled
    /// again.
    private static func write(_ text: String, to path: String) throws(Problems) {
        let file = URL(filePath: path)
        let data = Data(text.utf8)
        // Ignored: a file that does not exist, or cannot be read, is written, which reports errors.
        guard (try? Data(contentsOf: file)) != data else { return }
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw Problems([Problem(at: nil, "The accessors cannot be written to \(path): \(error.localizedDescription)")])
        }
    }
}
