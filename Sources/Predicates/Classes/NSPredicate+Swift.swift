public import Foundation

extension NSPredicate {
    /// The predicate that `#Predicate` wrote, which stores can then run.
    ///
    /// Nil for one with a part that has no form here: a cast, a closure over a computed property.
    public convenience init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        guard let form = try? PredicateForm(predicate), let predicate = NSPredicate.predicate(for: form) as? Self else {
            return nil
        }
        self.init(instance: predicate)
    }
}
