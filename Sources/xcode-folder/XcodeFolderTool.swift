import Foundation
import StrataManagedAccessors
import StrataTraps

/// The tool that `XcodeFolderPlugin` and `swift package strata-init` run.
@main
enum XcodeFolderTool {
    static func main() {
        do throws(Problems) {
            var arguments = CommandLine.arguments.dropFirst()
            switch arguments.popFirst() {
            case "rewrite":
                let problems = try Arguments(arguments).rewriting.run()
                report(problems)
                if problems.contains(where: { $0.severity == .error }) { exit(1) }
            case "copy" where arguments.count == 2:
                try copy(arguments[arguments.startIndex], to: arguments[arguments.startIndex + 1])
            case "init" where arguments.count == 2:
                try initialize(arguments[arguments.startIndex], strata: arguments[arguments.startIndex + 1])
            default:
                throw Problems([
                    Problem(
                        at: nil, "The commands are 'rewrite', 'copy FROM TO' and 'init FOLDER STRATA'; see docs/xcode-folders.md."
                    )
                ])
            }
        } catch {
            report(error.list)
            exit(1)
        }
    }

    /// Copies a resource, a file or a folder that counts as one.
    private static func copy(_ source: String, to copy: String) throws(Problems) {
        do {
            let url = URL(filePath: copy)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            if FileManager.default.fileExists(atPath: copy) { try FileManager.default.removeItem(at: url) }
            try FileManager.default.copyItem(atPath: source, toPath: copy)
        } catch {
            throw Problems([
                Problem(
                    at: SourcePlace(file: source, line: 1, column: 1),
                    "The resource cannot be copied: \(error.localizedDescription)")
            ])
        }
    }

    /// Writes the manifest of an Xcode folder, and a page about it.
    private static func initialize(_ folder: String, strata: String) throws(Problems) {
        let preparation = FolderPreparation(folder: URL(filePath: folder), strata: URL(filePath: strata))
        let outcome = try preparation.run()
        StandardStream.output.write(outcome)
    }

    private static func report(_ problems: [Problem]) {
        StandardStream.error.write(problems.map { "\($0)\n" }.joined())
    }
}
