public import Foundation

extension NSPredicate {
    /// The predicate that `#Predicate` wrote, which stores can then run.
    ///
    /// Nil for one with a part that has no form here: a cast that may fail, a range of a collection, a computed property.
    public convenience init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        guard let form = try? PredicateForm(predicate), let predicate = NSPredicate.predicate(for: form) as? Self else {
            return nil
        }
        self.init(instance: predicate)
    }
}

extension NSExpression {
    /// The expression that `#Expression` wrote; nil for one with a part that has no form here.
    public convenience init?<Input, Output>(_ expression: Expression<Input, Output>) where Input: NSObject {
        guard let form = try? ExpressionForm(expression) else { return nil }
        self.init(form: form)
    }
}
