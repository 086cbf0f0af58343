package import Foundation
import StrataModelCompiler
import StrataModelFormat

/// The compilation of an Xcode folder as it is, for Linux.
///
/// A plug-in runs it as one command over all files of a target's folder. For each Swift file it
/// writes a copy that the compiler reads in its place:
///
///     // A copy of Quake.swift …
///     #sourceLocation(file: "/…/Quake.swift", line: 1)
///     import CoreData
///           public class Quake: NSManagedObject {
///                    public var time: Date? { get { value(at: 5, "time") } set { … } }
///
/// so that errors, traps and breakpoints show the original's file and line. For each model it
/// writes what `CoreDataModelPlugin` compiles.
///
/// # From the folder to the copies
///
/// 1. **Facts.** `DeclarationList` finds the types and members of a file in its tokens, without the
///    clauses that `ClauseEvaluator` finds inactive. `FileFacts` is what other files need to know of
///    it: superclasses, overrides in extensions, names in `@objc(…)`. `FolderFacts` combines them
///    with the models.
/// 2. **Copies.** `SourceRewriter` replaces what needs Objective-C. It knows `FolderFacts`, and no
///    other file. `ImportAdder` finds the imports that are implied on Apple's platforms.
/// 3. **Models.** The classes that are generated get the overrides of extensions, too.
///
/// # Invariants
///
/// - A copy has the lines of its original behind two lines of its own.
/// - The same input gives the same copies, and an unchanged copy is not written again, so that an
///   edit of one file compiles one file. `RewritingCache` avoids the work, too: a file is read again
///   only if it or the facts have changed.
package struct FolderRewriting {
    /// A source file and its copy, by their paths.
    package struct File: Hashable, Sendable {
        package var source: String
        package var copy: String

        package init(source: String, copy: String) {
            self.source = source
            self.copy = copy
        }
    }

    /// A model or a mapping model and what is generated from it, by their paths.
    package struct Model: Hashable, Sendable {
        package var folder: String
        package var code: String
        package var archive: String

        package init(folder: String, code: String, archive: String) {
            self.folder = folder
            self.code = code
            self.archive = archive
        }

        var isMapping: Bool { folder.hasSuffix(".xcmappingmodel") }
    }

    package var module: String
    package var files: [File]
    package var models: [Model]
    /// The path of the file with what the module has in addition; nil for none.
    package var moduleFile: String?
    /// The names defined with `-D`.
    package var conditions: Set<String>
    /// The modules that the target depends on.
    package var modules: Set<String>
    /// A file that keeps results between builds; nil for none.
    package var cache: URL?
    /// The program that writes the copies. What another one has kept is not used.
    var program = FileState.program

    package init(
        module: String, files: [File], models: [Model], conditions: Set<String> = [], modules: Set<String> = [], cache: URL? = nil
    ) {
        self.module = module
        self.files = files
        self.models = models
        self.conditions = conditions
        self.modules = modules
        self.cache = cache
    }

    /// Writes the copies and the code of the models.
    ///
    /// - Returns: The problems, each at its line of the original. With an error among them, the
    ///   target cannot be compiled.
    /// - Throws: `Problems` if a file cannot be read or written, or a model is not valid.
    package func run() throws(Problems) -> [Problem] {
        do throws(Problem) {
            var state = RewritingCache(
                file: cache, program: program, key: [module] + conditions.sorted() + modules.sorted().map { "module \($0)" })
            let facts = try folderFacts(&state)
            var problems: [Problem] = []
            for file in files { problems += try rewrite(file, facts, &state) }
            if let moduleFile {
                let content = ModuleFile(module: module, modules: modules, classes: facts.archivedClasses)
                try Self.write(Array(content.text.utf8), to: moduleFile)
            }
            for model in models { problems += try ModelCompilation(model: model, module: module).run(facts) }
            state.save()
            return problems
        } catch {
            throw Problems([error])
        }
    }

    private var evaluator: ClauseEvaluator {
        ClauseEvaluator(configuration: LinuxConfiguration(conditions: conditions, modules: modules))
    }

    private func folderFacts(_ state: inout RewritingCache) throws(Problem) -> FolderFacts {
        var facts: [FileFacts] = []
        for file in files {
            if let known = state.facts(of: file.source) {
                facts.append(known)
            } else {
                let found = Self.facts(of: try SourceText(path: file.source), evaluator)
                state.note(found, of: file.source)
                facts.append(found)
            }
        }
        let folders = models.filter { !$0.isMapping }.map(\.folder)
        let index = try ModelIndex(app: SourceModule(name: module, sources: [], models: folders), dependencies: [])
        state.setFacts(facts, modelFolders: folders)
        return FolderFacts(files: facts, models: index, module: module)
    }

    static func facts(of source: SourceText, _ evaluator: ClauseEvaluator) -> FileFacts {
        guard FileFacts.triggers.contains(where: source.contains) else { return FileFacts() }
        return FileFacts(DeclarationList(evaluator.active(source)))
    }

    private func rewrite(_ file: File, _ facts: FolderFacts, _ state: inout RewritingCache) throws(Problem) -> [Problem] {
        if let known = state.problems(of: file) { return known }
        let source = try SourceText(path: file.source)
        let copy = Self.copy(of: source, facts, evaluator)
        try Self.write(copy.text, to: file.copy)
        state.note(copy.problems, of: file)
        return copy.problems
    }

    /// Returns the copy of a file for the compiler, and the problems of the file.
    static func copy(of source: SourceText, _ facts: FolderFacts, _ evaluator: ClauseEvaluator) -> (
        text: [UInt8], problems: [Problem]
    ) {
        var bytes = Array(source.bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        // The line of a script for the shell has to be the first one of a file.
        if bytes.starts(with: "#!".utf8) { bytes.replaceSubrange(0..<2, with: "//".utf8) }
        let source = SourceText(changed: source.path, bytes: bytes)
        let active = evaluator.active(source)
        var problems: [Problem] = []
        if SourceRewriter.triggers.contains(where: source.contains) || facts.hasAdditions(in: source) {
            var rewriter = SourceRewriter(source, DeclarationList(active), facts: facts)
            rewriter.rewrite()
            bytes = rewriter.edits.applied(to: source)
            problems = rewriter.problems
        }
        problems += castProblems(of: active.source, facts)
        let imports = ImportAdder.line(for: active.source, facts: facts)
        let name = source.path.split(separator: "/").last ?? ""
        let header = """
            // A copy of \(name) for Linux, which XcodeFolderPlugin writes. Edit the original.\(imports.isEmpty ? "" : "\n\(imports)")
            #sourceLocation(file: "\(source.path.escaped)", line: 1)

            """
        return (Array(header.utf8) + bytes, problems.sorted { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) })
    }

    /// Returns a warning for each cast of a request, or of a related class, that fails on Linux or may
    /// fail. They are no errors: an app that compiles for Apple's platforms compiles here.
    private static func castProblems(of source: SourceText, _ facts: FolderFacts) -> [Problem] {
        guard RequestCastChecker.concerns(source, []) else { return [] }
        let tokens = TokenList(source)
        let checker = RequestCastChecker(aliases: RequestAliases([tokens])) { argument in
            let name = facts.simple(argument)
            return facts.isType(name) ? name : nil
        }
        return checker.problems(in: tokens).map { Problem(at: $0.place, severity: .warning, $0.message) }
    }

    /// Writes a file unless it has the same text already, so that its dependents are not compiled
    /// again.
    static func write(_ text: [UInt8], to path: String) throws(Problem) {
        let file = URL(filePath: path)
        let data = Data(text)
        // Ignored: a file that does not exist, or cannot be read, is written, which reports errors.
        guard (try? Data(contentsOf: file)) != data else { return }
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
        } catch {
            throw Problem(at: nil, "The file \(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
