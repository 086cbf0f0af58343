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
        if case .word(let word) = self { word.uppercased() == keyword } else { false }
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
/// Apple's list has a few more, such as FIRST and SIZE, which mean something only inside brackets and are names elsewhere here.
let reservedWords: Set<String> = [
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES",
    "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO", "TRUEPREDICATE", "FALSEPREDICATE", "SUBQUERY", "CAST",
]
