extension PredicateForm {
    /// The form as the evaluators read it: lists of constants are constants, and a TERNARY is one only where there is no simpler form.
    package var simplified: PredicateForm { map(\.folded, \.resolvingConditional) }
}

extension ExpressionForm {
    /// The expression as the evaluators read it; see `PredicateForm.simplified`.
    package var simplified: ExpressionForm { map(\.folded, \.resolvingConditional) }

    fileprivate var folded: ExpressionForm { foldingConstants.resolvingConditional }

    /// A list of constants as a constant. Expects the operands to be folded already.
    var foldingConstants: ExpressionForm {
        guard case .aggregate(let elements) = self else { return self }
        var values: [Value] = []
        for element in elements {
            guard case .constant(let value) = element else { return self }
            values.append(value)
        }
        return .constant(.list(values))
    }
}
