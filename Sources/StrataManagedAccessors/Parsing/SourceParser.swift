import Foundation

/// A parser that finds the declarations of source files with the compiler.
///
/// The compiler that builds the app accepts the same language, so that the tool needs no parser of
/// its own. It parses many files in one run without resolving other modules.
struct SourceParser {
    let compiler: SwiftCompiler
    let configuration: LinuxConfiguration
    /// A folder for temporary files.
    let folder: URL

    /// Returns the declarations of each file.
    ///
    /// - Throws: `Problems` if the compiler cannot be run, or its output has an unknown form.
    ///   Mistakes in a file are among the file's results.
    func scan(_ sources: [SourceText], module: String) throws(Problems) -> [ScannedFile] {
        guard !sources.isEmpty else { return [] }
        var found = try scan(sources, module, configuration)
        // A plug-in does not know whether it builds for debugging, and one set of accessors serves
        // both configurations.
        let debugged = sources.indices.filter { sources[$0].contains("#if") && sources[$0].contains("DEBUG") }
        guard !debugged.isEmpty else { return found }
        var debugging = configuration
        debugging.conditions.insert("DEBUG")
        for (index, file) in zip(debugged, try scan(debugged.map { sources[$0] }, module, debugging)) { found[index].add(file) }
        return found
    }

    private func scan(
        _ sources: [SourceText], _ module: String, _ configuration: LinuxConfiguration
    ) throws(Problems) -> [ScannedFile] {
        let conditions = ConditionalReader(compiler: compiler, configuration: configuration, folder: folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try parse(try conditions.withoutInactiveClauses(sources), module)
        } catch let problems as Problems {
            throw problems
        } catch let problem as Problem {
            throw Problems([problem])
        } catch {
            throw Problems([Problem(at: nil, "The sources of \(module) could not be read: \(error.localizedDescription)")])
        }
    }

    private func parse(_ sources: [SourceText], _ module: String) throws -> [ScannedFile] {
        let all = [ParserProbe.source] + sources
        let files = try all.enumerated().map { index, source in try file(of: source, index) }
        let output = folder.appending(path: "declarations.txt")
        let outcome = try compiler.run(Self.arguments + files.flatMap { ["-primary-file", $0] }, output: output)
        if outcome.hasCrashed {
            guard sources.count > 1 else { return sources.map { Self.crash($0, outcome) } }
            // Bisects the files until the one that crashes the compiler is alone.
            let half = sources.count / 2
            return try parse(Array(sources[..<half]), module) + parse(Array(sources[half...]), module)
        }
        let nodes = DumpReader.files(in: try SourceText(path: output.path))
        var found: [ScannedFile] = []
        for (source, file) in zip(all, files) {
            // A file without declarations has an entry without nodes.
            guard let nodes = nodes[file] else { throw notUnderstood(outcome.messages) }
            var scanned = ScannedFile(nodes, of: source, module: module)
            for problem in outcome.problems where problem.place?.file == file {
                var problem = problem
                problem.place?.file = source.path
                scanned.problems.append(problem)
            }
            found.append(scanned)
        }
        guard found.removeFirst() == ParserProbe.declarations(module: module) else {
            throw notUnderstood("unexpected declarations for \(ParserProbe.text)")
        }
        return found
    }

    private static func crash(_ source: SourceText, _ outcome: SwiftCompiler.Outcome) -> ScannedFile {
        var file = ScannedFile()
        file.problems = [
            Problem(
                at: SourcePlace(file: source.path, line: 1, column: 1),
                "The Swift compiler crashes when it parses this file for its declarations. Move the managed classes, and the types of their "
                    + "properties, to other files. It said: \(outcome.messages.prefix(1000))")
        ]
        return file
    }

    private static let arguments = [
        "-frontend", "-dump-parse", "-suppress-warnings", "-swift-version", "6",
    ]

    /// Returns the path of a file with the text: the user's own file if the text is unchanged,
    /// otherwise a temporary one.
    private func file(of source: SourceText, _ index: Int) throws -> String {
        guard source.isChanged else { return source.path }
        // Keeps the file's name, because only main.swift may have statements outside functions.
        let folder = folder.appending(path: "\(index)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: source.path.split(separator: "/").last ?? "")
        try Data(source.bytes).write(to: file)
        return file.path
    }

    private func notUnderstood(_ details: String) -> Problems {
        Problems([
            Problem(
                at: nil,
                "The Swift compiler \(compiler.path) prints the declarations of source files in an unknown form. Build with Swift 6.3, "
                    + "or use a version of Strata for this compiler. It said: \(details.prefix(1000))")
        ])
    }
}
