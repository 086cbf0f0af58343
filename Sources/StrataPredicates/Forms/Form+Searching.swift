extension PredicateForm {
    /// Whether any expression of the form, at any depth, satisfies a condition.
    ///
    /// - Parameter orPredicate: An alternative condition on the form and its nested predicates.
    package func contains(
        _ condition: (ExpressionForm) -> Bool, orPredicate: (PredicateForm) -> Bool = { _ in false }
    ) -> Bool {
        func found(_ form: PredicateForm) -> Bool { form.contains(condition, orPredicate: orPredicate) }
        func found(_ form: ExpressionForm) -> Bool { form.contains(condition, orPredicate: orPredicate) }
        if orPredicate(self) { return true }
        return switch self {
        case .always, .block: false
        case .and(let forms), .or(let forms): forms.contains { found($0) }
        case .not(let form): found(form)
        case .comparison(let left, _, let right): found(left) || found(right)
        }
    }
}

extension ExpressionForm {
    /// Whether the expression or one nested in it, at any depth, satisfies a condition.
    ///
    /// - Parameter orPredicate: An alternative condition on the nested predicates.
    package func contains(
        _ condition: (ExpressionForm) -> Bool, orPredicate: (PredicateForm) -> Bool = { _ in false }
    ) -> Bool {
        func found(_ form: PredicateForm) -> Bool { form.contains(condition, orPredicate: orPredicate) }
        func found(_ form: ExpressionForm) -> Bool { form.contains(condition, orPredicate: orPredicate) }
        if condition(self) { return true }
        return switch self {
        case .constant, .keyPath, .variable, .symbol, .anyKey: false
        case .path(let base, _): found(base)
        case .assignment(_, let value): found(value)
        case .function(_, let operands), .aggregate(let operands), .block(_, let operands): operands.contains { found($0) }
        case .message(let target, _, let operands): found(target) || operands.contains { found($0) }
        case .subquery(let collection, _, let predicate): found(collection) || found(predicate)
        case .set(_, let left, let right), .fetch(let left, let right, _): found(left) || found(right)
        case .conditional(let predicate, let yes, let no): found(predicate) || found(yes) || found(no)
        }
    }
}
