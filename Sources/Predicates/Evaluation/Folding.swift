import Foundation

/// The text that `[c]`, `[d]` and `[cd]` compare: case folded and diacritics removed, by Unicode's rules and no locale's.
///
/// The SQLite store registers this very function, so that SQL and memory agree. About a microsecond for scripts that are neither Latin,
/// Greek nor Cyrillic, a tenth of it otherwise.
package func folded(_ text: String, caseInsensitive: Bool, diacriticInsensitive: Bool) -> String {
    var text = text
    if text.withUTF8(\.isASCII) { return caseInsensitive ? text.lowercased() : text }
    guard let table = FoldTable.table(caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive) else {
        return text
    }
    if let folded = text.withUTF8({ table.withFolded($0) { String(decoding: $0, as: UTF8.self) } }) { return folded }
    var options: String.CompareOptions = []
    if caseInsensitive { options.insert(.caseInsensitive) }
    if diacriticInsensitive { options.insert(.diacriticInsensitive) }
    return text.folding(options: options, locale: nil)
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
