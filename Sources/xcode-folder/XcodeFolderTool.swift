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
            default:
                throw Problems([Problem(at: nil, "The commands are 'rewrite' and 'init'; see docs/xcode-folders.md.")])
            }
        } catch {
            report(error.list)
            exit(1)
        }
    }

    private static func report(_ problems: [Problem]) {
        StandardStream.error.write(problems.map { "\($0)\n" }.joined())
    }
}
