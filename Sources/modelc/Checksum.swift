import ArgumentParser
import StrataModelDifference
import StrataModelFormat

/// The command `modelc checksum`, which prints what identifies the versions of a model.
struct Checksum: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the version checksums of a model.",
        discussion: """
            A line for each version: the checksum, and the version's name. It is the versionChecksum of NSManagedObjectModel, which a \
            migration stage names.
            """)

    @Argument(help: "The model's folder: .xcdatamodeld or .xcdatamodel.", completion: .directory)
    var path: String

    @Option(help: "Print the checksum of this version only, and nothing else.")
    var version: String?

    func run() throws {
        try reportingFileErrors {
            for line in try lines() { print(line) }
        }
    }

    /// Returns what the command prints.
    func lines() throws(ModelFileError) -> [String] {
        let bundle = try ModelBundle(path: path)
        if let version { return [try bundle.requiredVersion(version).model.versionChecksum()] }
        var lines: [String] = []
        for version in bundle.versions { lines.append("\(try version.model.versionChecksum())  \(version.name)") }
        return lines
    }
}
