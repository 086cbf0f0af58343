import ArgumentParser
import StrataModelDifference
import StrataModelFormat

struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print what a lightweight migration would do between two versions.",
        discussion: """
            Name two models (of a bundle, its current version counts), or a bundle and the names of two of its versions. What is \
            impossible is marked !, and what depends on the stored objects ?. The exit code is 1 if there is any.
            """)

    @Argument(help: "OLD NEW, or BUNDLE OLD-VERSION NEW-VERSION.")
    var arguments: [String]

    func validate() throws {
        guard (2...3).contains(arguments.count) else {
            throw ValidationError("Name two models, or a bundle and two of its versions.")
        }
    }

    func run() throws {
        try reportingFileErrors {
            let (old, new) = try versions()
            let difference = try ModelDifference(from: old.model, to: new.model)
            print("\(old.name) → \(new.name)\n\n\(difference)")
            if !difference.isLightweight { throw ExitCode.failure }
        }
    }

    private func versions() throws(ModelFileError) -> (ModelVersion, ModelVersion) {
        let bundle = try ModelBundle(path: arguments[0])
        guard arguments.count == 3 else {
            return (bundle.currentVersion, try ModelBundle(path: arguments[1]).currentVersion)
        }
        return (try bundle.requiredVersion(arguments[1]), try bundle.requiredVersion(arguments[2]))
    }
}
