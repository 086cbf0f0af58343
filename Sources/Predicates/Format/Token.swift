/// A lexical element of a predicate format.
enum Token: Equatable {
    /// An identifier or keyword.
    case word(String)
    /// `#word`: the name, though it may be a keyword.
    case escapedWord(String)
    /// `$name`
    case variable(String)
    case string(String)
    /// A number without its sign, as written.
    case number(String)
    /// `%@`, `%K`, `%ld` and the like, without the percent sign.
    case conversion(String)
    /// An operator or other punctuation.
    case symbol(String)
    case end

    /// The keyword this is, if it is that one: keywords are written in any case.
    func isKeyword(_ keyword: String) -> Bool {
        // Asked of every token again and again: most are ruled out by their length.
        if case .word(let word) = self { word.utf8.count == keyword.utf8.count && word.uppercased() == keyword } else { false }
    }

    /// Whether this is the name of a function that takes arguments, such as `add:to:`.
    var isSelector: Bool {
        if case .word(let word) = self { word.utf8.contains(UInt8(ascii: ":")) } else { false }
    }

    /// How a message calls it.
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

/// Words that begin no key path unless written `#word`.
///
/// Apple's list has more, which mean something only in one place and are names elsewhere here: see `escapedWords`.
let reservedWords: Set<String> = [
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
    "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO", "TRUEPREDICATE", "FALSEPREDICATE", "ANYKEY", "SUBQUERY", "CAST",
]

/// Words that are printed as `#word` where they are names, so that Apple's parser, which reserves all of these, reads them too.
let escapedWords = reservedWords.union([
    "APPLY", "CASEINSENSITIVE", "CI", "FETCH", "FIRST", "FUNCTION", "INTERSECT", "INTERSECTION", "LAST", "MINUS", "SIZE",
    "TOKENMATCHES", "UNION",
])
