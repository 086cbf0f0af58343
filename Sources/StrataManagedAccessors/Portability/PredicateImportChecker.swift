/// A checker for files that use predicates, expressions and sort descriptors and import only
/// Foundation.
///
/// Foundation on Linux has classes of these names with mostly unavailable initializers, so the
/// compiler reports the initializer and not the missing import.
struct PredicateImportChecker {
    /// The modules that have the working classes, directly or re-exported.
    let reexportingModules: Set<String>
    /// Whether a file of the module re-exports such a module, which makes its declarations visible
    /// in all files.
    let isVisibleEverywhere: Bool

    private static let classNames: Set<String> = [
        "NSPredicate", "NSComparisonPredicate", "NSCompoundPredicate", "NSExpression", "NSSortDescriptor",
    ]

    /// Whether a file may have the problem, by a search for words.
    func concerns(_ source: SourceText) -> Bool {
        !isVisibleEverywhere && source.contains("import Foundation") && Self.classNames.contains(where: source.contains)
    }

    /// Returns at most one problem, at the first of the names, because one import corrects all of
    /// them.
    func problems(in list: TokenList) -> [Problem] {
        guard concerns(list.source) else { return [] }
        let modules = Set(list.imports.map(\.module))
        guard modules.contains("Foundation"), modules.isDisjoint(with: reexportingModules) else { return [] }
        let uses = list.indices.filter {
            list.word(at: $0).map(Self.classNames.contains) == true && !list.isSign(".", at: $0 - 1)
        }
        guard let first = uses.first(where: { isUnavailable(list, $0) }) ?? uses.first, let name = list.word(at: first) else {
            return []
        }
        let problem = Problem(
            at: list.place(of: first),
            severity: uses.contains { isUnavailable(list, $0) } ? .error : .warning,
            "'\(name)' is Foundation's class here, which on Linux is not Core Data's and is mostly unavailable. Write "
                + "'import CoreData' in this file, as well as or in place of 'import Foundation'.")
        return [problem]
    }

    /// Whether the class is created with an initializer that Foundation declares unavailable on
    /// Linux.
    private func isUnavailable(_ list: TokenList, _ index: Int) -> Bool {
        let isCall = list.isSign("(", at: index + 1)
        guard isCall, let name = list.word(at: index), let end = list.closingBracket(of: index + 1) else { return false }
        switch name {
        case "NSPredicate": return list.isWord("format", at: index + 2)
        case "NSSortDescriptor":
            return list.isWord("key", at: index + 2) && !(index..<end).contains { list.isWord("comparator", at: $0) }
        case "NSExpression", "NSComparisonPredicate": return true
        default: return false
        }
    }
}
