public import Foundation

extension NSPredicate {
    /// Converts a `#Predicate`, so that a store can evaluate it; nil if a part has no counterpart,
    /// such as a cast that can fail, a range of a collection or a computed property.
    public convenience init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        // Ignored: the initializer is failable, as Apple's is.
        guard let form = try? PredicateForm(predicate), let predicate = NSPredicate.predicate(for: form) as? Self else {
            return nil
        }
        self.init(instance: predicate)
    }
}

extension NSExpression {
    /// Converts an `#Expression`; nil if a part has no counterpart.
    public convenience init?<Input, Output>(_ expression: Expression<Input, Output>) where Input: NSObject {
        // Ignored: as above.
        guard let form = try? ExpressionForm(expression) else { return nil }
        self.init(form: form)
    }
}
