import Foundation
import StrataModelCompiler
import StrataModelFormat

/// The compilation of a folder's model, as by `modelc generate`, with the overrides that extensions
/// of its classes have; or of a mapping model, as by `modelc mapping`.
struct ModelCompilation {
    let model: FolderRewriting.Model
    let module: String

    /// Writes the code and the archive.
    ///
    /// - Throws: `Problem` for a model that cannot be read, or has names that are not valid in
    ///   Swift.
    func run(_ facts: FolderFacts) throws(Problem) -> [Problem] {
        do throws(ModelFileError) {
            if model.isMapping {
                try compileMapping()
                return []
            }
            let bundle = try ModelBundle(contentsOf: URL(filePath: model.folder))
            let problems = ModelChecker.problems(in: bundle)
            let current = ModelChecker.problems(in: bundle.currentVersion.model)
            // Old versions are no longer edited, so their warnings are omitted.
            let shown = problems.filter { $0.severity == .error || current.contains($0) }.map(Problem.init)
            guard !shown.contains(where: { $0.severity == .error }) else { return shown }
            let generator = ModelGenerator(bundle: bundle, module: module)
            let code = try generator.moduleFile(named: URL(filePath: model.code).lastPathComponent).text
            try write(withAdditions(code, facts), to: model.code)
            try write(ModelArchive(bundle, module: module).text, to: model.archive)
            return shown
        } catch {
            throw Problem(at: SourcePlace(file: error.location.file, line: max(1, error.location.line), column: 1), error.message)
        }
    }

    private func compileMapping() throws(ModelFileError) {
        let url = URL(filePath: model.folder)
        let generator = MappingGenerator(try MappingElement(contentsOf: url), url: url, module: module)
        try write(generator.moduleFile(named: URL(filePath: model.code).lastPathComponent).text, to: model.code)
        try write(generator.text, to: model.archive)
    }

    private func write(_ text: String, to path: String) throws(ModelFileError) {
        let url = URL(filePath: path)
        try GeneratedFile(name: url.lastPathComponent, text: text).write(to: url.deletingLastPathComponent())
    }

    /// Returns the code with the members that generated classes get because of their extensions.
    private func withAdditions(_ code: String, _ facts: FolderFacts) -> String {
        code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let head = line.firstRange(of: "public class "), line.hasSuffix(" {}") else { return String(line) }
            let name = String(line[head.upperBound...].prefix { $0 != ":" && $0 != " " }.replacing("`", with: ""))
            var added = facts.overrides[name, default: []].map(\.text)
            added += facts.keyOverrides(of: name, isPublic: true)
            return added.isEmpty ? String(line) : "\(line.dropLast(2)){\n\(added.map { "    \($0)\n" }.joined())}"
        }.joined(separator: "\n")
    }
}

extension Problem {
    fileprivate init(_ problem: StrataModelCompiler.Problem) {
        self.init(
            at: SourcePlace(file: problem.location.file, line: max(1, problem.location.line), column: 1),
            severity: problem.severity == .error ? .error : .warning, problem.message)
    }
}
