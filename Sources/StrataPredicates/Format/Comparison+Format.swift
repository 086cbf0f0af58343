extension PredicateForm.Comparison.Kind {
    /// Creates the operator that a token spells, with Apple's synonyms; nil for any other token.
    init?(_ token: Token) {
        switch token {
        case .symbol("="), .symbol("=="): self = .equal
        case .symbol("!="), .symbol("<>"): self = .notEqual
        case .symbol("<"): self = .less
        case .symbol("<="), .symbol("=<"): self = .lessOrEqual
        case .symbol(">"): self = .greater
        case .symbol(">="), .symbol("=>"): self = .greaterOrEqual
        case .word(let word):
            guard let kind = Self.words[word.uppercased()] else { return nil }
            self = kind
        default: return nil
        }
    }

    private static let words = Dictionary(
        uniqueKeysWithValues: [Self.between, .in, .contains, .beginsWith, .endsWith, .like, .matches].map { ($0.spelling, $0) })

    /// The operator in Apple's spelling.
    var spelling: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .between: "BETWEEN"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        case .matches: "MATCHES"
        }
    }
}

extension PredicateForm {
    /// Returns a comparison whose right side suits the operator.
    ///
    /// - Throws: `InvalidPredicate` if the right side does not suit it.
    static func checked(_ left: ExpressionForm, _ comparison: Comparison, _ right: ExpressionForm) throws -> PredicateForm {
        switch right.simplified {
        case .constant(let value):
            if comparison.kind == .in, let values = value.dictionaryValues {
                return .comparison(left, comparison, .constant(.list(values)))
            }
            try comparison.check(value)
        case .aggregate(let elements) where comparison.kind == .between && elements.count != 2: throw InvalidPredicate.bounds
        default: break
        }
        return .comparison(left, comparison, right)
    }
}

extension PredicateForm.Comparison {
    fileprivate func check(_ right: Value) throws {
        switch kind {
        case .between:
            guard right.list?.count == 2 else { throw InvalidPredicate.bounds }
        case .in:
            guard right.list != nil || right.text != nil || right.isNull else {
                throw InvalidPredicate("IN needs a list, such as {1, 2}, an array or a set, or a string.")
            }
        case .matches, .like, .beginsWith, .endsWith:
            guard let text = right.text else {
                if right.isNull { return }
                throw InvalidPredicate("\(kind.spelling) needs a string on its right side.")
            }
            if kind == .matches { _ = try StringMatcher(self, pattern: text) }
        default: break
        }
    }
}

extension InvalidPredicate {
    fileprivate static let bounds = InvalidPredicate(
        "BETWEEN needs a lower and an upper bound, such as {1, 9} or an array of two.")
}
