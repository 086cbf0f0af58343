extension PredicateForm {
    /// The form as the evaluators read it: lists of constants are constants, a TERNARY is one only where there is no simpler form, and an
    /// AND joined to another one, as in a loop that adds condition to condition, is a longer AND: SQLite reads no deep nesting.
    package var simplified: PredicateForm { map(\.folded, \.flattened) }

    /// Expects the parts to be simplified already.
    fileprivate var flattened: PredicateForm {
        switch resolvingConditional {
        case .and(let forms): .and(forms.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } })
        case .or(let forms): .or(forms.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
        case .not(.not(let form)): form
        case let form: form
        }
    }
}

extension ExpressionForm {
    /// The expression as the evaluators read it; see `PredicateForm.simplified`.
    package var simplified: ExpressionForm { map(\.folded, \.flattened) }

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

extension PredicateForm {
    /// The form with each key path from an object that is a constant, `%@.category.name`, replaced
    /// by what it leads to now.
    ///
    /// Reads the objects, and so belongs to their queue. A path that gives no value stays as it is.
    package var readingConstantObjects: PredicateForm {
        mapExpressions { form in
            guard case .path(.constant(let base), _) = form, base.keepsObjects,
                let value = try? CompiledExpression(form).value(of: .value(.null), nil).value
            else { return form }
            return .constant(value)
        }
    }
}
