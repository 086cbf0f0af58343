internal import Foundation
internal import GRDB
internal import StrataPredicates

/// The SQL functions for string comparisons. They call the same code as the in-memory evaluator, so
/// that both give the same results.
enum StringFunctions {
    /// `strata_match(text, pattern, code)`: 1 or 0, or NULL if one of the first two is not a text.
    static let match = "strata_match"
    /// `strata_fold(text, code)`: the text folded as for a `[cd]` comparison.
    static let fold = "strata_fold"

    /// Returns the code of a comparison's operator and options, which is the functions' last
    /// argument.
    static func code(of comparison: PredicateForm.Comparison) -> Int {
        let operation = operations.firstIndex(of: comparison.kind).map { $0 << 2 } ?? 0
        // [n]: the texts are already folded.
        if comparison.normalized { return operation }
        return operation | (comparison.caseInsensitive ? 1 : 0) | (comparison.diacriticInsensitive ? 2 : 0)
    }

    private static let operations: [PredicateForm.Comparison.Kind] = [.contains, .beginsWith, .endsWith, .like, .matches]

    private static func comparison(_ code: Int) -> PredicateForm.Comparison {
        PredicateForm.Comparison(
            operations[code >> 2], caseInsensitive: code & 1 != 0, diacriticInsensitive: code & 2 != 0
        )
    }

    /// Registers the functions in a connection.
    static func register(in database: Database) throws {
        try SQLFunction(match, argumentCount: 3) { call in
            guard call.isText(0), call.isText(1) else { return .null }
            let matcher = try call.kept(1) {
                try StringMatcher(comparison(Int(call.int(2))), pattern: call.text(1) ?? "")
            }
            return .bool(call.withUTF8(0, matcher.matches))
        }.register(in: database)
        try SQLFunction(fold, argumentCount: 2) { call in
            guard let text = call.text(0) else { return .null }
            return .string(comparison(Int(call.int(1))).folded(text))
        }.register(in: database)
    }
}
