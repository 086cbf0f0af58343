import Foundation

extension NSPredicate {
    /// This predicate with each `$name` replaced by the value of that name, which may be an `NSExpression`.
    ///
    /// A variable without a value stays, to be replaced later. Traps for a value that cannot be compared or does not suit its
    /// operator, as Apple's frameworks raise.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        do {
            let form = try form.replacingVariables { name in try variables[name].map { try ExpressionForm(substituting: $0) } }
            guard let predicate = NSPredicate.predicate(for: form) as? Self else {
                preconditionFailure("\(Self.self) must override withSubstitutionVariables to make one of its own.")
            }
            return predicate
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension ExpressionForm {
    fileprivate init(substituting value: Any) throws {
        self = try (value as? NSExpression)?.form ?? .constant(Value(converting: value))
    }
}
