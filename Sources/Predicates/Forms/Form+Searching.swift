extension PredicateForm {
    /// Whether any expression of the form, at any depth, is as asked.
    package func contains(_ condition: (ExpressionForm) -> Bool) -> Bool {
        var found = false
        _ = mapExpressions { expression in
            found = found || condition(expression)
            return expression
        }
        return found
    }
}

extension ExpressionForm {
    /// Whether the expression or any in it, at any depth, is as asked.
    package func contains(_ condition: (ExpressionForm) -> Bool) -> Bool {
        PredicateForm.comparison(self, .init(.equal), .constant(.null)).contains(condition)
    }
}
