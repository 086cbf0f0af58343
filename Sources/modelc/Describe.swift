import ArgumentParser
import StrataModelDifference
import StrataModelFormat

struct Describe: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print a model as an outline that is easy to read.")

    @Argument(help: "The model's folder: .xcdatamodeld or .xcdatamodel.")
    var path: String

    @Option(help: "The version to print, instead of the current one.")
    var version: String?

    func run() throws {
        try reportingFileErrors {
            let bundle = try ModelBundle(path: path)
            print(ModelOutline.text(of: try bundle.requiredVersion(version), in: bundle), terminator: "")
        }
    }
}
