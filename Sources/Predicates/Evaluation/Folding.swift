import Foundation

/// The text that `[c]`, `[d]` and `[cd]` compare: case folded and diacritics removed, by Unicode's rules and no locale's.
///
/// The SQLite store registers this very function, so that SQL and memory agree. Fast for ASCII, about a microsecond otherwise.
package func folded(_ text: String, caseInsensitive: Bool, diacriticInsensitive: Bool) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
        return caseInsensitive ? text.lowercased() : text
    }
    var options: String.CompareOptions = []
    if caseInsensitive { options.insert(.caseInsensitive) }
    if diacriticInsensitive { options.insert(.diacriticInsensitive) }
    return options.isEmpty ? text : text.folding(options: options, locale: nil)
}

extension PredicateForm.Comparison {
    /// The value as this comparison sees it: text folded by the options, in lists too; anything else as it is.
    package func folded(_ value: Value) -> Value {
        guard caseInsensitive || diacriticInsensitive else { return value }
        if case .list(let values) = value { return .list(values.map { folded($0) }) }
        return value.text.map { .string(folded($0)) } ?? value
    }

    package func folded(_ text: String) -> String {
        Predicates.folded(text, caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)
    }
}
