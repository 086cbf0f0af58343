internal import Foundation
internal import GRDB
internal import Predicates

/// The SQL functions behind string comparisons. They call what the in-memory evaluator calls, so both mean the same.
enum StringFunctions {
    /// `strata_match(text, pattern, code)`: 1, 0, or NULL where either is no text.
    static let match = "strata_match"
    /// `strata_fold(text, code)`: the text as a `[cd]` comparison sees it.
    static let fold = "strata_fold"

    /// Operator and options as the number the functions take.
    static func code(of comparison: PredicateForm.Comparison) -> Int {
        let operation = operations.firstIndex(of: comparison.kind).map { $0 << 2 } ?? 0
        return operation | (comparison.caseInsensitive ? 1 : 0) | (comparison.diacriticInsensitive ? 2 : 0)
    }

    private static let operations: [PredicateForm.Comparison.Kind] = [.contains, .beginsWith, .endsWith, .like, .matches]

    private static func comparison(_ code: Int) -> PredicateForm.Comparison {
        PredicateForm.Comparison(
            operations[code >> 2], caseInsensitive: code & 1 != 0, diacriticInsensitive: code & 2 != 0
        )
    }

    static func register(in database: Database) {
        let matchers = MatcherCache()
        database.add(
            function: DatabaseFunction(match, argumentCount: 3, pure: true) { arguments in
                guard let text = String.fromDatabaseValue(arguments[0]), let pattern = String.fromDatabaseValue(arguments[1]),
                    let code = Int.fromDatabaseValue(arguments[2])
                else { return nil }
                return try matchers.matcher(code, pattern).matches(text)
            }
        )
        database.add(
            function: DatabaseFunction(fold, argumentCount: 2, pure: true) { arguments in
                guard let text = String.fromDatabaseValue(arguments[0]), let code = Int.fromDatabaseValue(arguments[1]) else {
                    return nil
                }
                return comparison(code).folded(text)
            }
        )
    }

    /// The pattern last used, ready to match: a statement asks for the same one with every row.
    ///
    /// Belongs to one connection, which is used by one thread at a time.
    private final class MatcherCache: @unchecked Sendable {
        private var last: (code: Int, pattern: String, matcher: StringMatcher)?

        func matcher(_ code: Int, _ pattern: String) throws -> StringMatcher {
            if let last, last.code == code, last.pattern == pattern { return last.matcher }
            let matcher = try StringMatcher(StringFunctions.comparison(code), pattern: pattern)
            last = (code, pattern, matcher)
            return matcher
        }
    }
}
