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
    /// Whether text is to be folded here: `[n]` says that it already was.
    var foldsCase: Bool { caseInsensitive && !normalized }
    var foldsDiacritics: Bool { diacriticInsensitive && !normalized }

    /// The value as this comparison sees it: text folded by the options, in lists too; anything else as it is.
    package func folded(_ value: Value) -> Value {
        guard foldsCase || foldsDiacritics else { return value }
        if let text = value.text { return .string(folded(text)) }
        if let values = value.list { return .list(values.map { folded($0) }) }
        return value
    }

    package func folded(_ text: String) -> String {
        Predicates.folded(text, caseInsensitive: foldsCase, diacriticInsensitive: foldsDiacritics)
    }
}
