/// A lexical element of a predicate format.
enum Token: Equatable {
    /// An identifier or keyword.
    case word(String)
    /// `#word`: a name, even if it is a keyword.
    case escapedWord(String)
    /// `$name`
    case variable(String)
    case string(String)
    /// A number without its sign, as written.
    case number(String)
    /// `%@`, `%K`, `%ld` and so on, without the percent sign.
    case conversion(String)
    /// An operator or other punctuation.
    case symbol(String)
    case end

    /// Whether the token is a keyword, in any case.
    func isKeyword(_ keyword: String) -> Bool {
        // Called several times for every token. The comparison of lengths excludes most.
        if case .word(let word) = self { word.utf8.count == keyword.utf8.count && word.uppercased() == keyword } else { false }
    }

    /// Whether this is the name of a function that takes arguments, such as `add:to:`.
    var isSelector: Bool {
        if case .word(let word) = self { word.utf8.contains(UInt8(ascii: ":")) } else { false }
    }

    /// The token as an error message quotes it.
    var spelling: String {
        switch self {
        case .word(let text), .number(let text), .symbol(let text): text
        case .escapedWord(let name): "#\(name)"
        case .variable(let name): "$\(name)"
        case .string(let text): "\u{201C}\(text)\u{201D}"
        case .conversion(let text): "%\(text)"
        case .end: "the end"
        }
    }
}

/// Words that cannot start a key path unless written `#word`.
///
/// Apple's parser also reserves words that have a meaning in one position only. This parser accepts
/// them as names in all other positions; see `escapedWords`.
let reservedWords: Set<String> = [
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
    "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO", "TRUEPREDICATE", "FALSEPREDICATE", "ANYKEY", "SUBQUERY", "CAST",
]

/// Names to print as `#word`: the words that Apple's parser reserves.
let escapedWords = reservedWords.union([
    "APPLY", "CASEINSENSITIVE", "CI", "FETCH", "FIRST", "FUNCTION", "INTERSECT", "INTERSECTION", "LAST", "MINUS", "SIZE",
    "TOKENMATCHES", "UNION",
])
