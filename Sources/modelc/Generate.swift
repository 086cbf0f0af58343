import ArgumentParser
import Foundation
import StrataModelCompiler
import StrataModelFormat
import StrataTraps

/// The command `modelc generate`, which writes the classes and the archive of a model.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the Swift classes of a model's entities.",
        discussion: """
            Into a folder go two files a class, as from Xcode's “Create NSManagedObject Subclass…”: NAME+CoreDataClass.swift is \
            yours from then on and never written over, NAME+CoreDataProperties.swift is written again each time.

              modelc generate Earthquakes.xcdatamodeld --module App --output Sources/App/Model

            Into a file goes what CoreDataModelPlugin compiles into a target: the entities whose Codegen setting asks for it, and \
            the registration by which NSPersistentContainer(name:) finds the model.

              modelc generate Earthquakes.xcdatamodeld --module App --output Earthquakes.swift --momd Earthquakes.momd

            A file that would not change is left alone.
            """
    )

    @Argument(help: "An .xcdatamodeld or .xcdatamodel folder.", completion: .directory)
    var model: String

    @Option(help: "The module that the code is compiled in; “.Quake” in the model means a class of it.")
    var module: String

    @Option(help: "A folder for two files a class, or one file whose name ends in .swift.", completion: .directory)
    var output = "."

    @Option(help: ArgumentHelp("Write only the class of this entity; may be repeated.", valueName: "name"))
    var entity: [String] = []

    @Option(help: ArgumentHelp("Write the model with all its versions as one resource.", valueName: "file"))
    var momd: String?

    func validate() throws {
        if writesOneFile, !entity.isEmpty {
            throw ValidationError(
                "--entity chooses the classes for a folder; \(output) is a file and holds what the model asks for.")
        }
    }

    func run() throws {
        try reportingFileErrors {
            let bundle = try ModelBundle(path: model)
            try check(bundle)
            let generator = ModelGenerator(bundle: bundle, module: module)
            if writesOneFile {
                try generator.moduleFile(named: URL(fileURLWithPath: output).lastPathComponent).write(to: folder(of: output))
            } else {
                try writeClasses(generator)
            }
            if let momd {
                let text = ModelArchive(bundle, module: module).text
                try GeneratedFile(name: URL(fileURLWithPath: momd).lastPathComponent, text: text).write(to: folder(of: momd))
            }
        }
    }

    /// Reports the problems of a bundle, and throws if any version has an error, as Apple's model
    /// compiler does. Omits the warnings of old versions, which are no longer edited.
    private func check(_ bundle: ModelBundle) throws {
        let problems = ModelChecker.problems(in: bundle)
        let current = ModelChecker.problems(in: bundle.currentVersion.model)
        for problem in problems where problem.severity == .error || current.contains(problem) {
            say(problem)
        }
        if problems.contains(where: { $0.severity == .error }) { throw ExitCode.failure }
        for entity in bundle.currentVersion.model.entities where entity.asksForCodeInVain {
            say(
                Problem(
                    .warning, at: entity.location,
                    "\(entity.name) asks for generated code and names no class, so its objects are plain NSManagedObjects."))
        }
    }

    private var writesOneFile: Bool {
        output.hasSuffix(".swift")
    }

    private func folder(of path: String) -> URL {
        URL(fileURLWithPath: path).deletingLastPathComponent()
    }

    private func writeClasses(_ generator: ModelGenerator) throws(ModelFileError) {
        let folder = URL(fileURLWithPath: output, isDirectory: true)
        for files in try generator.classFiles(ofEntities: entity) {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent(files.classFile.name).path) {
                print("kept      \(files.classFile.name)")
            } else {
                try write(files.classFile, to: folder)
            }
            try write(files.propertiesFile, to: folder)
            warnOfSecondCopy(files)
        }
    }

    private func write(_ file: GeneratedFile, to folder: URL) throws(ModelFileError) {
        print(try file.write(to: folder) ? "written  " : "unchanged", file.name)
    }

    /// Warns about a class that is among the sources and is generated at build time as well, a
    /// common mistake with Xcode.
    private func warnOfSecondCopy(_ files: ClassFiles) {
        for entity in files.entities where entity.codeGeneration == .classDefinition {
            say(
                Problem(
                    .warning, at: entity.location,
                    "The Codegen setting of \(entity.name) is Class Definition, so that CoreDataModelPlugin generates the class too. "
                        + "Set it to Manual/None."))
        }
    }

    private func say(_ problem: Problem) {
        StandardStream.error.write("\(problem)\n")
    }
}
