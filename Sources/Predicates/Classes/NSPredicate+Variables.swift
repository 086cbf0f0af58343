import Foundation

extension NSPredicate {
    /// This predicate with each `$name` replaced by the value of that name.
    ///
    /// A variable without a value stays, to be replaced later. Traps for a value that cannot be compared or does not suit its
    /// operator, as Apple's frameworks raise.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        do {
            let form = try form.replacingVariables { name in try variables[name].map { try Value(converting: $0) } }
            guard let predicate = NSPredicate.predicate(for: form) as? Self else {
                preconditionFailure("\(Self.self) must override withSubstitutionVariables to make one of its own.")
            }
            return predicate
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension PredicateForm {
    /// Replaces the variables for which `value` has an answer. Throws what `value` throws, and `InvalidPredicate` where the
    /// answer does not suit the operator.
    package func replacingVariables(_ value: (String) throws -> Value?) throws -> PredicateForm {
        func replaced(_ expression: ExpressionForm) throws -> ExpressionForm {
            guard case .variable(let name) = expression, let value = try value(name) else { return expression }
            return .constant(value)
        }
        switch self {
        case .always: return self
        case .and(let forms): return .and(try forms.map { try $0.replacingVariables(value) })
        case .or(let forms): return .or(try forms.map { try $0.replacingVariables(value) })
        case .not(let form): return .not(try form.replacingVariables(value))
        case .comparison(let left, let comparison, let right):
            return try .checked(replaced(left), comparison, replaced(right))
        }
    }
}
