extension PredicateForm {
    /// Returns the form with each variable replaced for which `value` returns an expression, except
    /// those that a SUBQUERY binds.
    ///
    /// The expression may hold an object, so that a key path can continue from the variable. In any
    /// other position a reference replaces an object that is saved.
    ///
    /// - Throws: Errors of `value`, and `InvalidPredicate` if the value does not suit the operator.
    package func replacingVariables(_ value: (String) throws -> ExpressionForm?) throws -> PredicateForm {
        switch self {
        case .always, .block: return self
        case .and(let forms): return .and(try forms.map { try $0.replacingVariables(value) })
        case .or(let forms): return .or(try forms.map { try $0.replacingVariables(value) })
        case .not(let form): return .not(try form.replacingVariables(value))
        case .comparison(let left, let comparison, let right):
            return try .checked(left.replacingVariables(value), comparison, right.replacingVariables(value))
        }
    }
}

extension ExpressionForm {
    /// The constant with each object that is saved replaced by its reference.
    private var settled: ExpressionForm {
        if case .constant(let value) = self { .constant(value.settled) } else { self }
    }

    /// Returns the expression with its variables replaced; see
    /// `PredicateForm.replacingVariables(_:)`.
    package func replacingVariables(_ value: (String) throws -> ExpressionForm?) throws -> ExpressionForm {
        func replaced(_ forms: [ExpressionForm]) throws -> [ExpressionForm] { try forms.map { try $0.replacingVariables(value) } }
        switch self {
        case .constant, .keyPath, .symbol, .anyKey: return self
        case .variable(let name): return try value(name)?.settled ?? self
        // The path continues from the object, so it must not become a reference.
        case .path(.variable(let name), let names): return .path(try value(name) ?? .variable(name), names)
        case .path(let base, let names): return .path(try base.replacingVariables(value), names)
        case .assignment(let name, let assigned): return .assignment(name, try assigned.replacingVariables(value))
        case .function(let function, let arguments): return .function(function, try replaced(arguments))
        case .message(let target, let selector, let arguments):
            return .message(try target.replacingVariables(value), selector, try replaced(arguments))
        case .aggregate(let elements): return .aggregate(try replaced(elements))
        case .subquery(let collection, let variable, let predicate):
            let inner = try predicate.replacingVariables { $0 == variable ? nil : try value($0) }
            return .subquery(try collection.replacingVariables(value), variable: variable, inner)
        case .set(let operation, let left, let right):
            return .set(operation, try left.replacingVariables(value), try right.replacingVariables(value))
        case .conditional(let predicate, let yes, let no):
            return .conditional(
                try predicate.replacingVariables(value), try yes.replacingVariables(value), try no.replacingVariables(value))
        case .fetch(let request, let context, let countOnly):
            return .fetch(
                try request.replacingVariables(value), try context.replacingVariables(value), countOnly: countOnly)
        case .block(let block, let arguments): return .block(block, try replaced(arguments))
        }
    }
}
