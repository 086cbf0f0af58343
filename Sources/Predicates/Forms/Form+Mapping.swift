extension PredicateForm {
    /// The form with each of its expressions replaced, at every depth: operands before the expression they belong to.
    package func mapExpressions(_ transform: (ExpressionForm) -> ExpressionForm) -> PredicateForm {
        switch self {
        case .always, .block: self
        case .and(let forms): .and(forms.map { $0.mapExpressions(transform) })
        case .or(let forms): .or(forms.map { $0.mapExpressions(transform) })
        case .not(let form): .not(form.mapExpressions(transform))
        case .comparison(let left, let comparison, let right):
            .comparison(left.mapExpressions(transform), comparison, right.mapExpressions(transform))
        }
    }
}

extension ExpressionForm {
    /// The expression with each expression in it, and then itself, replaced.
    package func mapExpressions(_ transform: (ExpressionForm) -> ExpressionForm) -> ExpressionForm {
        func mapped(_ forms: [ExpressionForm]) -> [ExpressionForm] { forms.map { $0.mapExpressions(transform) } }
        let inner: ExpressionForm =
            switch self {
            case .constant, .keyPath, .variable, .symbol, .anyKey: self
            case .path(let base, let names): .path(base.mapExpressions(transform), names)
            case .assignment(let name, let value): .assignment(name, value.mapExpressions(transform))
            case .function(let function, let arguments): .function(function, mapped(arguments))
            case .message(let target, let selector, let arguments):
                .message(target.mapExpressions(transform), selector, mapped(arguments))
            case .aggregate(let elements): .aggregate(mapped(elements))
            case .subquery(let collection, let variable, let predicate):
                .subquery(
                    collection.mapExpressions(transform), variable: variable, predicate.mapExpressions(transform))
            case .set(let operation, let left, let right):
                .set(operation, left.mapExpressions(transform), right.mapExpressions(transform))
            case .conditional(let predicate, let yes, let no):
                .conditional(
                    predicate.mapExpressions(transform), yes.mapExpressions(transform), no.mapExpressions(transform))
            case .fetch(let request, let context, let countOnly):
                .fetch(request.mapExpressions(transform), context.mapExpressions(transform), countOnly: countOnly)
            case .block(let block, let arguments): .block(block, mapped(arguments))
            }
        return transform(inner)
    }
}
