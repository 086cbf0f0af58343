extension PredicateForm {
    /// Returns the form with every expression transformed, at any depth and bottom-up.
    package func mapExpressions(_ transform: (ExpressionForm) -> ExpressionForm) -> PredicateForm {
        map(transform, \.self)
    }

    /// Returns the form with every expression and every predicate transformed, bottom-up, itself
    /// last.
    func map(
        _ transform: (ExpressionForm) -> ExpressionForm, _ predicates: (PredicateForm) -> PredicateForm
    ) -> PredicateForm {
        let inner: PredicateForm =
            switch self {
            case .always, .block: self
            case .and: .and(operands(of: .and).map { $0.map(transform, predicates) })
            case .or: .or(operands(of: .or).map { $0.map(transform, predicates) })
            case .not(let form): .not(form.map(transform, predicates))
            case .comparison(let left, let comparison, let right):
                .comparison(left.map(transform, predicates), comparison, right.map(transform, predicates))
            }
        return predicates(inner)
    }
}

extension PredicateForm {
    private enum Junction {
        case and, or
    }

    /// Returns the forms that this AND, or this OR, joins, without those nested in it. O(n).
    ///
    /// Not recursive: a program that adds conditions in a loop nests them by the thousand.
    private func operands(of junction: Junction) -> [PredicateForm] {
        var operands: [PredicateForm] = []
        var rest = [self]
        while let form = rest.popLast() {
            switch (form, junction) {
            case (.and(let forms), .and), (.or(let forms), .or): rest.append(contentsOf: forms.reversed())
            default: operands.append(form)
            }
        }
        return operands
    }
}

extension ExpressionForm {
    /// Returns the expression with every expression in it transformed, bottom-up, itself last.
    package func mapExpressions(_ transform: (ExpressionForm) -> ExpressionForm) -> ExpressionForm {
        map(transform, \.self)
    }

    /// Returns the expression with every expression and every predicate in it transformed,
    /// bottom-up, itself last.
    func map(
        _ transform: (ExpressionForm) -> ExpressionForm, _ predicates: (PredicateForm) -> PredicateForm
    ) -> ExpressionForm {
        func mapped(_ form: ExpressionForm) -> ExpressionForm { form.map(transform, predicates) }
        let inner: ExpressionForm =
            switch self {
            case .constant, .keyPath, .variable, .symbol, .anyKey: self
            case .path(let base, let names): .path(mapped(base), names)
            case .assignment(let name, let value): .assignment(name, mapped(value))
            case .function(let function, let arguments): .function(function, arguments.map(mapped))
            case .message(let target, let selector, let arguments):
                .message(mapped(target), selector, arguments.map(mapped))
            case .aggregate(let elements): .aggregate(elements.map(mapped))
            case .subquery(let collection, let variable, let predicate):
                .subquery(
                    mapped(collection), variable: variable, predicate.map(transform, predicates))
            case .set(let operation, let left, let right):
                .set(operation, mapped(left), mapped(right))
            case .conditional(let predicate, let yes, let no):
                .conditional(
                    predicate.map(transform, predicates), mapped(yes), mapped(no))
            case .fetch(let request, let context, let countOnly):
                .fetch(mapped(request), mapped(context), countOnly: countOnly)
            case .block(let block, let arguments): .block(block, arguments.map(mapped))
            }
        return transform(inner)
    }
}
