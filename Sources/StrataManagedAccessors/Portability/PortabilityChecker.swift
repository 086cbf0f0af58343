/// A checker for code in an app's sources that works on Apple's platforms, but on Linux fails at
/// run time or with a misleading error of the compiler.
///
/// It checks all files, with or without managed classes. A search for a few words with the C
/// library excludes most of them. Only the others are split into tokens, with their inactive `#if`
/// clauses blanked.
struct PortabilityChecker {
    let conditions: ConditionalReader
    let resolver: TypeResolver
    /// The modules whose import makes CoreData's declarations visible.
    let reexportingModules: Set<String>

    /// Returns the problems of the files, each at its line.
    ///
    /// - Throws: `Problems` if the compiler cannot evaluate the `#if` clauses.
    func problems(in sources: [SourceText]) throws -> [Problem] {
        let imports = PredicateImportChecker(
            reexportingModules: reexportingModules, isVisibleEverywhere: sources.contains(where: exportsCoreData))
        let names = RequestAliases(sources.filter(RequestAliases.concerns).map(TokenList.init)).names
        let candidates = sources.filter {
            RequestCastChecker.concerns($0, names) || RequestAliases.concerns($0) || imports.concerns($0)
        }
        guard !candidates.isEmpty else { return [] }
        let lists = try activeTexts(of: candidates).map(TokenList.init)
        let casts = RequestCastChecker(resolver: resolver, aliases: RequestAliases(lists))
        var found: [Problem] = []
        for tokens in lists {
            for problem in casts.problems(in: tokens) + imports.problems(in: tokens) where !found.contains(problem) {
                found.append(problem)
            }
        }
        return found.sorted { ($0.place?.file ?? "", $0.place?.line ?? 0) < ($1.place?.file ?? "", $1.place?.line ?? 0) }
    }

    /// Returns the files as a release build sees them, and those that mention DEBUG as a debug
    /// build sees them: a plug-in does not know for which of the two it runs.
    private func activeTexts(of sources: [SourceText]) throws -> [SourceText] {
        let texts = try conditions.withoutInactiveClauses(sources)
        let debugged = sources.filter { $0.contains("#if") && $0.contains("DEBUG") }
        guard !debugged.isEmpty else { return texts }
        return try texts + conditions.defining("DEBUG").withoutInactiveClauses(debugged)
    }

    private func exportsCoreData(_ source: SourceText) -> Bool {
        source.exports(reexportingModules)
    }

    /// Returns Strata's modules with Core Data's declarations, and an app's modules that re-export
    /// one of them.
    static func reexportingModules(among modules: [ModuleIndex]) -> Set<String> {
        var found: Set = ["CoreData", "StrataPredicates", "SwiftUI"]
        var rest = modules
        while let index = rest.firstIndex(where: { module in module.sources.contains { $0.exports(found) } }) {
            found.insert(rest.remove(at: index).name)
        }
        return found
    }
}

extension SourceText {
    /// Whether the file re-exports one of some modules.
    fileprivate func exports(_ modules: Set<String>) -> Bool {
        contains("@_exported") && TokenList(self).imports.contains { $0.isExported && modules.contains($0.module) }
    }
}
