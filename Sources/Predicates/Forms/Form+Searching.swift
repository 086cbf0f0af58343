extension PredicateForm {
    /// Whether any expression of the form, at any depth, is as asked.
    package func contains(_ condition: (ExpressionForm) -> Bool) -> Bool {
        switch self {
        case .always, .block: false
        case .and(let forms), .or(let forms): forms.contains { $0.contains(condition) }
        case .not(let form): form.contains(condition)
        case .comparison(let left, _, let right): left.contains(condition) || right.contains(condition)
        }
    }
}

extension ExpressionForm {
    /// Whether the expression or any in it, at any depth, is as asked.
    package func contains(_ condition: (ExpressionForm) -> Bool) -> Bool {
        if condition(self) { return true }
        return switch self {
        case .constant, .keyPath, .variable, .symbol, .anyKey: false
        case .path(let base, _): base.contains(condition)
        case .assignment(_, let value): value.contains(condition)
        case .function(_, let operands), .aggregate(let operands), .block(_, let operands):
            operands.contains { $0.contains(condition) }
        case .message(let target, _, let operands): target.contains(condition) || operands.contains { $0.contains(condition) }
        case .subquery(let collection, _, let predicate): collection.contains(condition) || predicate.contains(condition)
        case .set(_, let left, let right), .fetch(let left, let right, _): left.contains(condition) || right.contains(condition)
        case .conditional(let predicate, let yes, let no):
            predicate.contains(condition) || yes.contains(condition) || no.contains(condition)
        }
    }
}
