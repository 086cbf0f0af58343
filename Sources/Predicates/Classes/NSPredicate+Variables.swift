import Foundation
internal import Traps

extension NSPredicate {
    /// This predicate with each `$name` replaced by the value of that name, which may be an `NSExpression`.
    ///
    /// A variable without a value stays, to be replaced later. A closure gets the values with each call. Traps for a value that cannot be compared or does not suit its
    /// operator, as Apple's frameworks raise.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
        do {
            let form = try form.bindingBlocks(variables)
                .replacingVariables { name in try variables[name].map { try ExpressionForm(substituting: $0) } }
            guard let predicate = NSPredicate.predicate(for: form) as? Self else {
                trap("\(Self.self) must override withSubstitutionVariables to make one of its own.")
            }
            return predicate
        } catch {
            trap("\(error)")
        }
    }
}

extension ExpressionForm {
    fileprivate init(substituting value: Any) throws {
        self = try (value as? NSExpression)?.form ?? .constant(Value(converting: value, keepingObjects: true))
    }
}

extension PredicateForm {
    /// The form with closures that see `variables` besides those of the evaluation, which win.
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
