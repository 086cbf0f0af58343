extension PredicateForm {
    /// Returns the form with every expression transformed, at any depth and bottom-up.
    package func mapExpressions(_ transform: (ExpressionForm) -> ExpressionForm) -> PredicateForm {
        map(transform, \.self)
    }

    /// Returns the form with every expression and every predicate transformed, bottom-up, itself
    /// last.
    ///
    /// - Parameter isFlattening: Whether an AND within an AND, or an OR within an OR, becomes a part
    ///   of the outer one before it is transformed. Otherwise the form keeps its structure, which the
    ///   text of a predicate shows.
    func map(
        _ transform: (ExpressionForm) -> ExpressionForm, _ predicates: (PredicateForm) -> PredicateForm,
        isFlattening: Bool = false
    ) -> PredicateForm {
        func mapped(_ form: PredicateForm) -> PredicateForm { form.map(transform, predicates, isFlattening: isFlattening) }
        func mapped(_ form: ExpressionForm) -> ExpressionForm { form.map(transform, predicates, isFlattening: isFlattening) }
        let inner: PredicateForm =
            switch self {
            case .always, .block: self
            case .and(let forms): .and((isFlattening ? operands(of: .and) : forms).map(mapped))
            case .or(let forms): .or((isFlattening ? operands(of: .or) : forms).map(mapped))
            case .not(let form): .not(mapped(form))
            case .comparison(let left, let comparison, let right): .comparison(mapped(left), comparison, mapped(right))
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
        _ transform: (ExpressionForm) -> ExpressionForm, _ predicates: (PredicateForm) -> PredicateForm,
        isFlattening: Bool = false
    ) -> ExpressionForm {
        transform(
            mapParts(
                { $0.map(transform, predicates, isFlattening: isFlattening) },
                { $0.map(transform, predicates, isFlattening: isFlattening) }))
    }

    /// Returns the expression with the expressions and the predicates that it consists of
    /// transformed, but not those within these.
    package func mapParts(
        _ mapped: (ExpressionForm) -> ExpressionForm, _ predicates: (PredicateForm) -> PredicateForm
    ) -> ExpressionForm {
        switch self {
        case .constant, .keyPath, .variable, .symbol, .anyKey: self
        case .path(let base, let names): .path(mapped(base), names)
        case .assignment(let name, let value): .assignment(name, mapped(value))
        case .function(let function, let arguments): .function(function, arguments.map(mapped))
        case .message(let target, let selector, let arguments): .message(mapped(target), selector, arguments.map(mapped))
        case .aggregate(let elements): .aggregate(elements.map(mapped))
        case .subquery(let collection, let variable, let predicate):
            .subquery(mapped(collection), variable: variable, predicates(predicate))
        case .set(let operation, let left, let right): .set(operation, mapped(left), mapped(right))
        case .conditional(let predicate, let yes, let no): .conditional(predicates(predicate), mapped(yes), mapped(no))
        case .fetch(let request, let context, let countOnly): .fetch(mapped(request), mapped(context), countOnly: countOnly)
        case .block(let block, let arguments): .block(block, arguments.map(mapped))
        }
    }
}
