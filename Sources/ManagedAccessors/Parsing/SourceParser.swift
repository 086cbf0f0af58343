import Dispatch
import Foundation
import Synchronization

/// Asks the compiler what source files declare.
///
/// It is the compiler that builds the app, so that it knows the language as the app does, and nothing has to be built for it. It
/// parses many files in one run, without looking at other modules and without the bodies of functions.
struct SourceParser {
    let compiler: SwiftCompiler
    let configuration: LinuxConfiguration
    /// A folder of the parser's own.
    let folder: URL

    /// What each file declares.
    ///
    /// - Throws: `Problems` where the compiler cannot be asked, or its answer is not understood. What is wrong with a file is among
    ///   what is found in it.
    func scan(_ sources: [SourceText], module: String) throws(Problems) -> [ScannedFile] {
        guard !sources.isEmpty else { return [] }
        var found = try scan(sources, module, configuration)
        // A plug-in is not told whether it builds for debugging, and one set of accessors serves both.
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
            let sources = [ParserProbe.source] + (try conditions.withoutInactiveClauses(sources))
            let files = try sources.enumerated().map { index, source in try file(of: source, index) }
            let output = folder.appending(path: "declarations.json")
            let outcome = try compiler.run(Self.arguments + files.flatMap { ["-primary-file", $0] }, output: output)
            let documents = Self.documents(in: try SourceText(path: output.path))
            guard documents.count == files.count else { throw notUnderstood(outcome.messages) }
            var found = try decode(documents, of: sources, module)
            guard found.removeFirst() == ParserProbe.declarations(module: module) else {
                throw notUnderstood("It describes \(ParserProbe.text) differently.")
            }
            for problem in outcome.problems {
                guard let place = problem.place, let index = files.dropFirst().firstIndex(of: place.file) else { continue }
                let own = SourcePlace(file: sources[index].path, line: place.line, column: place.column)
                found[index - 1].problems.append(Problem(at: own, problem.message))
            }
            return found
        } catch let problems as Problems {
            throw problems
        } catch let problem as Problem {
            throw Problems([problem])
        } catch {
            throw Problems([Problem(at: nil, "The sources of \(module) could not be read: \(error.localizedDescription)")])
        }
    }

    private static let arguments = [
        "-frontend", "-dump-parse", "-dump-ast-format", "json", "-suppress-warnings", "-swift-version", "6",
        "-experimental-skip-all-function-bodies",
    ]

    /// The path of a file with the text: the user's own where it was not changed.
    private func file(of source: SourceText, _ index: Int) throws -> String {
        guard source.isChanged else { return source.path }
        let file = folder.appending(path: "\(index).swift")
        try Data(source.bytes).write(to: file)
        return file.path
    }

    // MARK: The compiler's answer

    /// The compiler prints one document for each file, with nothing between them. In a string the quotation marks would be escaped.
    private static func documents(in output: SourceText) -> [Data] {
        var starts: [Int] = []
        output.forEachPosition(of: #"{"_kind":"source_file""#) { position in
            starts.append(position)
            return true
        }
        return zip(starts, starts.dropFirst() + [output.bytes.endIndex]).map { Data(output.bytes[$0..<$1]) }
    }

    private func decode(_ documents: [Data], of sources: [SourceText], _ module: String) throws(Problems) -> [ScannedFile] {
        let results = Mutex<[Int: ScannedFile]>([:])
        let mistakes = Mutex<[Problem]>([])
        DispatchQueue.concurrentPerform(iterations: documents.count) { index in
            do {
                let parsed = try JSONDecoder().decode(ParsedFile.self, from: documents[index])
                let file = ScannedFile(parsed.items ?? [], of: sources[index], module: module)
                results.withLock { $0[index] = file }
            } catch {
                let problem = notUnderstood("\(error)").list[0]
                mistakes.withLock {
                    $0.append(Problem(at: SourcePlace(file: sources[index].path, line: 1, column: 1), problem.message))
                }
            }
        }
        let problems = mistakes.withLock { $0 }
        guard problems.isEmpty else { throw Problems(problems) }
        let files = results.withLock { $0 }
        return documents.indices.compactMap { files[$0] }
    }

    private struct ParsedFile: Decodable {
        /// Missing where the file declares nothing.
        var items: [ParsedDeclaration]?
    }

    private func notUnderstood(_ details: String) -> Problems {
        Problems([
            Problem(
                at: nil,
                "The Swift compiler \(compiler.path) does not tell in the way that is known here what source files declare. Build with Swift 6.3, "
                    + "or use a version of Strata that is made for this compiler.\n\(details)")
        ])
    }
}
