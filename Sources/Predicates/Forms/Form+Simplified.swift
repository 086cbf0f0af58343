extension PredicateForm {
    /// The form as the evaluators read it: lists of constants are constants.
    package var simplified: PredicateForm { mapExpressions(\.foldingConstants) }
}

extension ExpressionForm {
    /// The expression as the evaluators read it: lists of constants are constants.
    package var simplified: ExpressionForm { mapExpressions(\.foldingConstants) }

    /// Expects the operands to be folded already.
    fileprivate var foldingConstants: ExpressionForm {
        guard case .aggregate(let elements) = self else { return self }
        var values: [Value] = []
        for element in elements {
            guard case .constant(let value) = element else { return self }
            values.append(value)
        }
        return .constant(.list(values))
    }
}
