internal import Foundation
internal import StrataPredicates

extension NSPropertyDescription {
    /// Returns the reason why a value of an attribute or a to-one relationship cannot be saved,
    /// with the path of the invalid element for a composite. Returns `nil` for a valid value. Does
    /// not evaluate predicates for nil.
    final func rejection(of value: Any?) -> (Rejection, element: String?)? {
        guard let value else { return isOptional ? nil : (Rejection(code: NSValidationMissingMandatoryPropertyError), nil) }
        if let rejection = unsatisfiedPredicate(of: value) { return (rejection, nil) }
        guard let composite = self as? NSCompositeAttributeDescription, let values = value as? [String: Any] else { return nil }
        for element in composite.elements {
            if let (rejection, path) = element.rejection(of: values[element.name]) {
                return (rejection, [element.name, path].compactMap(\.self).joined(separator: "."))
            }
        }
        return nil
    }

    /// Returns the reason why a value cannot be saved, with the first validation predicate that it
    /// does not satisfy; `nil` if it satisfies all.
    ///
    /// - Parameter value: For a relationship, the related object, or the collection of them.
    final func unsatisfiedPredicate(of value: Any) -> Rejection? {
        for (index, predicate) in validationPredicates.enumerated() where !predicate.evaluate(with: value) {
            let warning = validationWarnings.indices.contains(index) ? validationWarnings[index] : nil
            return Rejection(
                code: warning as? Int ?? NSManagedObjectValidationError, predicate: predicate, warning: warning as? String)
        }
        return nil
    }
}

extension NSRelationshipDescription {
    /// Returns the reason why a to-many relationship cannot be saved with `count` members; `nil` if
    /// it can.
    ///
    /// A required relationship without a `minCount` may be empty, and so may an optional one with
    /// any `minCount`.
    func rejection(ofCount count: Int) -> Rejection? {
        if count < minCount, count > 0 || !isOptional {
            return Rejection(code: NSValidationRelationshipLacksMinimumCountError)
        }
        if maxCount > 0, count > maxCount { return Rejection(code: NSValidationRelationshipExceedsMaximumCountError) }
        return nil
    }
}
