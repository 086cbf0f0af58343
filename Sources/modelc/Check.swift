import ArgumentParser
import StrataModelCompiler
import StrataModelFormat

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Report what is wrong with models, as Xcode does.",
        discussion: "Prints file:line: error: and file:line: warning: lines. The exit code is 1 if there is an error.")

    @Argument(help: "The models' folders: .xcdatamodeld or .xcdatamodel.")
    var paths: [String]

    func run() throws {
        var hasError = false
        for path in paths {
            do {
                for problem in ModelChecker.problems(in: try ModelBundle(path: path)) {
                    print(problem)
                    hasError = hasError || problem.severity == .error
                }
            } catch {
                print(error)
                hasError = true
            }
        }
        if hasError { throw ExitCode.failure }
    }
}
