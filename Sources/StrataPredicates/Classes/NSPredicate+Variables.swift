import Foundation
internal import StrataTraps

extension NSPredicate {
    /// Returns a copy in which each `$name` is replaced by the value of that name, which can be an
    /// `NSExpression`.
    ///
    /// Variables without a value remain and can be replaced later. A closure receives the values on
    /// each call. Traps for a value that cannot be compared or does not suit its operator, where
    /// Apple's frameworks raise an exception.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        do {
            let form = try form.bindingBlocks(variables)
                .replacingVariables { name in try variables[name].map { try ExpressionForm(substituting: $0) } }
            guard let predicate = NSPredicate.predicate(for: form) as? Self else {
                trap("\(Self.self) must override withSubstitutionVariables(_:) to return an instance of its class.")
            }
            return predicate
        } catch {
            trap("\(error)")
        }
    }
}

extension ExpressionForm {
    fileprivate init(substituting value: Any) throws {
        self = try (value as? NSExpression)?.form ?? ExpressionForm(constant: Value(converting: value, keepingObjects: true))
    }
}

extension PredicateForm {
    /// Returns the form with `variables` passed to its closures. The variables of an evaluation
    /// take precedence over them.
    fileprivate func bindingBlocks(_ variables: [String: Any]) -> PredicateForm {
        map(\.self) { form in
            guard case .block(let block) = form else { return form }
            return .block(
                PredicateBlock { object, bindings in
                    block.body(object, variables.merging(bindings ?? [:]) { _, given in given })
                })
        }
    }
}
