extension PredicateForm {
    /// The normal form that both evaluators expect.
    ///
    /// Lists of constants become constants, conditionals become plain logic where possible, an AND
    /// within an AND, or an OR within an OR, is flattened: a program that adds conditions in a
    /// loop would otherwise nest them too deeply for SQLite. Many equalities joined by OR become a
    /// search in a list; see `gatheringEqualities`.
    package var simplified: PredicateForm { map(\.folded, \.flattened.gatheringEqualities, isFlattening: true) }

    /// The normal form but for searches in lists: each equality is a comparison of its own, which
    /// can be rewritten.
    package var simplifiedToComparisons: PredicateForm { map(\.folded, \.flattened, isFlattening: true) }

    /// The form without nested ANDs, nested ORs and double negation. Requires simplified parts.
    fileprivate var flattened: PredicateForm {
        switch resolvingConditional {
        case .and(let forms):
            .and(forms.flatMap { if case .and(let inner) = $0 { inner } else { [$0] } })
        case .or(let forms):
            .or(forms.flatMap { if case .or(let inner) = $0 { inner } else { [$0] } })
        case .not(.not(let form)): form
        case let form: form
        }
    }
}

extension ExpressionForm {
    /// The normal form that both evaluators expect; see `PredicateForm.simplified`.
    package var simplified: ExpressionForm { map(\.folded, \.flattened.gatheringEqualities, isFlattening: true) }

    /// The normal form but for searches in lists; see `PredicateForm.simplifiedToComparisons`.
    package var simplifiedToComparisons: ExpressionForm { map(\.folded, \.flattened, isFlattening: true) }

    fileprivate var folded: ExpressionForm { foldingConstants.resolvingConditional }

    /// A constant list for a list of constants, otherwise the expression itself. Requires folded
    /// operands.
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
    /// The form with each key path that starts from a constant object, dictionary or collection of
    /// them, such as `%@.category.name`, replaced with its current value.
    ///
    /// Simplified to comparisons again if there are any. Reads the objects, so it must run on their
    /// queue. Keeps the objects at the end of a path that are not saved, and a path that fails to
    /// evaluate.
    package var withConstantObjectsRead: PredicateForm {
        guard contains(\.isPathOfConstantObject) else { return self }
        return mapExpressions { form in
            guard form.isPathOfConstantObject,
                // Ignored: the evaluation of the unchanged form reports it.
                let value = try? CompiledExpression(form).value(of: .value(.null), nil).constant
            else { return form }
            return .constant(value)
        }.simplifiedToComparisons
    }
}

extension ExpressionForm {
    fileprivate var isPathOfConstantObject: Bool {
        if case .path(.constant(let base), _) = self { base.containsOpaque } else { false }
    }
}
