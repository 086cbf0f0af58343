extension PredicateForm.Comparison.Kind {
    /// The operator that a token spells, with Apple's synonyms.
    init?(_ token: Token) {
        switch token {
        case .symbol("="), .symbol("=="): self = .equal
        case .symbol("!="), .symbol("<>"): self = .notEqual
        case .symbol("<"): self = .less
        case .symbol("<="), .symbol("=<"): self = .lessOrEqual
        case .symbol(">"): self = .greater
        case .symbol(">="), .symbol("=>"): self = .greaterOrEqual
        case .word(let word):
            let kinds: [Self] = [.between, .in, .contains, .beginsWith, .endsWith, .like, .matches]
            guard let kind = kinds.first(where: { $0.spelling == word.uppercased() }) else { return nil }
            self = kind
        default: return nil
        }
    }

    /// The operator as Apple prints it.
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
    /// A comparison whose right side can be what its operator needs; throws `InvalidPredicate` otherwise.
    static func checked(_ left: ExpressionForm, _ comparison: Comparison, _ right: ExpressionForm) throws -> PredicateForm {
        if case .constant(let value) = right {
            switch (comparison.kind, value) {
            case (.between, .list(let bounds)) where bounds.count == 2: break
            case (.between, _):
                throw InvalidPredicate("BETWEEN needs a lower and an upper bound, such as {1, 9} or an array of two.")
            case (.in, .list), (.in, .string): break
            case (.in, _): throw InvalidPredicate("IN needs a list, such as {1, 2}, an array or a set, or a string.")
            case (.matches, .string(let pattern)): _ = try StringMatcher(comparison, pattern: pattern)
            case (.matches, _), (.like, _), (.beginsWith, _), (.endsWith, _):
                guard value.text != nil || value.isNull else {
                    throw InvalidPredicate("\(comparison.kind.spelling) needs a string on its right side.")
                }
            default: break
            }
        }
        return .comparison(left, comparison, right)
    }
}
