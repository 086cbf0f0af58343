import Foundation

/// A reader that removes inactive `#if` clauses from sources. The compiler decides which clauses
/// are active; see `ConditionalText`.
struct ConditionalReader {
    let compiler: SwiftCompiler
    let configuration: LinuxConfiguration
    /// A folder for temporary files.
    let folder: URL

    /// Returns the files with their inactive clauses blanked.
    ///
    /// - Throws: `Problems` at the conditions that the compiler does not understand.
    func withoutInactiveClauses(_ sources: [SourceText]) throws -> [SourceText] {
        let texts = sources.map { source in
            let text = source.contains("#if") ? ConditionalText(source) : nil
            return text?.isBalanced == true ? text : nil
        }
        var questions = ""
        var count = 0
        for text in texts {
            questions += text?.questions(module: Self.module, from: count) ?? ""
            count += text?.clauseCount ?? 0
        }
        guard count > 0 else { return sources }
        let active = try activeClauses(questions)
        var first = 0
        return zip(sources, texts).map { source, text in
            guard let text else { return source }
            defer { first += text.clauseCount }
            return text.blanked(active: active, from: first)
        }
    }

    /// Returns a reader for builds that also define a name.
    func defining(_ name: String) -> ConditionalReader {
        var configuration = configuration
        configuration.conditions.insert(name)
        return ConditionalReader(compiler: compiler, configuration: configuration, folder: folder)
    }

    private static let module = "StrataClause"

    private func activeClauses(_ questions: String) throws -> Set<Int> {
        let (file, answers) = (folder.appending(path: "conditions.swift"), folder.appending(path: "conditions.txt"))
        try Data(questions.utf8).write(to: file)
        let outcome = try compiler.run(
            ["-frontend", "-emit-imported-modules", "-suppress-warnings", "-swift-version", "6", "-o", answers.path, file.path]
                + configuration.arguments(writingTo: folder))
        guard outcome.hasSucceeded else {
            throw Problems(
                outcome.problems.isEmpty
                    ? [Problem(at: nil, "The Swift compiler cannot evaluate the #if clauses:\n\(outcome.messages)")]
                    : outcome.problems)
        }
        let modules = try String(contentsOf: answers, encoding: .utf8).split(separator: "\n")
        return Set(modules.compactMap { $0.hasPrefix(Self.module) ? Int($0.dropFirst(Self.module.count)) : nil })
    }
}
