import Foundation

/// The compilation of a mirror (see `MirrorSource`) to SIL.
struct MirrorCompiler {
    let compiler: SwiftCompiler
    /// A folder for the mirror's files only. Each compilation empties it first.
    let folder: URL

    /// The types of CoreData that an attribute can have, or that a managed class mentions.
    private static let coreData = """
        @_exported import Foundation
        open class NSManagedObject: NSObject {}
        public class NSManagedObjectID: NSObject {}
        public class NSManagedObjectContext: NSObject {}
        """
    private static let predicates = """
        @_exported import Foundation
        open class NSPredicate: NSObject {}
        open class NSCompoundPredicate: NSPredicate {}
        open class NSComparisonPredicate: NSPredicate {}
        open class NSExpression: NSObject {}
        open class NSSortDescriptor: NSObject {}
        """

    /// Returns the mirror in SIL, Swift's intermediate language, which has each function's symbol
    /// and the functions that it calls.
    ///
    /// An object file has the symbols, too, but does not show which member each belongs to.
    ///
    /// - Throws: `Problems` if the compiler finds mistakes, at the user's own lines.
    func intermediateLanguage(of mirror: MirrorSource) throws(Problems) -> [UInt8] {
        do {
            // Ignored: usually the folder does not exist. What remains in it is written again.
            try? FileManager.default.removeItem(at: folder)
            try compileModule(MirrorSource.Module(name: "StrataPredicates", files: ["Types.swift": Self.predicates]))
            let names = ["NSPredicate", "NSCompoundPredicate", "NSComparisonPredicate", "NSExpression", "NSSortDescriptor"]
            let exports = names.map { "@_exported import class StrataPredicates.\($0)\n" }.joined()
            try compileModule(MirrorSource.Module(name: "CoreData", files: ["Types.swift": exports + Self.coreData]))
            for module in mirror.dependencies { try compileModule(module) }
            let files = try write(mirror.app)
            let output = folder.appending(path: "mirror.sil")
            try run(["-emit-silgen", "-o", output.path] + common(mirror.app.name) + files)
            return try [UInt8](Data(contentsOf: output))
        } catch let problems as Problems {
            throw problems
        } catch {
            throw Problems([
                Problem(at: nil, "The mirror of \(mirror.app.name) could not be compiled: \(error.localizedDescription)")
            ])
        }
    }

    private func compileModule(_ module: MirrorSource.Module) throws {
        let files = try write(module)
        let output = folder.appending(path: "\(module.name).swiftmodule").path
        try run(["-emit-module", "-o", output] + common(module.name) + files)
    }

    private func common(_ name: String) -> [String] {
        ["-parse-as-library", "-wmo", "-suppress-warnings", "-swift-version", "5", "-module-name", name, "-I", folder.path]
    }

    private func write(_ module: MirrorSource.Module) throws -> [String] {
        let sources = folder.appending(path: module.name)
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        return try module.files.sorted { $0.key < $1.key }.map { name, text in
            let file = sources.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    private func run(_ arguments: [String]) throws {
        let outcome = try compiler.run(arguments)
        guard !outcome.hasSucceeded else { return }
        var problems: [Problem] = []
        // A type that several members mention is reported once.
        for problem in outcome.problems.map(\.ofMirror) where !problems.contains(where: { $0.message == problem.message }) {
            problems.append(problem)
        }
        throw Problems(problems.isEmpty ? [Problem(at: nil, "The Swift compiler failed:\n\(outcome.messages)")] : problems)
    }
}

extension Problem {
    /// The problem in the user's terms. Its column, which is that of the mirror's line, becomes 1.
    fileprivate var ofMirror: Problem {
        var problem = self
        problem.place?.column = 1
        if message.hasPrefix("cannot find type"), let name = message.split(separator: "'").dropFirst().first {
            problem.message =
                "The type '\(name)' of an @NSManaged property is in no source of this target, nor in those of the targets it depends on, nor in "
                + "Foundation. Give this target a dependency on the target that declares it, or write the property as another type."
        }
        return problem
    }
}
