internal import Foundation
internal import Predicates

extension NSPropertyDescription {
    /// Whether there are values that the property may not be saved with.
    final var isValidated: Bool {
        // The store gives a derived attribute its value after the check.
        if self is NSDerivedAttributeDescription { return false }
        if let relationship = self as? NSRelationshipDescription, relationship.isToMany {
            return relationship.minCount > 0 || relationship.maxCount > 0
        }
        if !isOptional || !validationPredicates.isEmpty { return true }
        switch self {
        case let composite as NSCompositeAttributeDescription: return composite.elements.contains(where: \.isValidated)
        default: return false
        }
    }

    /// Why a value of an attribute or of a to-one relationship may not be saved, with the name of the composite's element whose value is
    /// meant; nil for one that may. No predicate is asked about nil.
    final func rejection(of value: Any?) -> (Rejection, element: String?)? {
        guard let value else { return isOptional ? nil : (Rejection(code: NSValidationMissingMandatoryPropertyError), nil) }
        for (index, predicate) in validationPredicates.enumerated() where !predicate.evaluate(with: value) {
            let warning = validationWarnings.indices.contains(index) ? validationWarnings[index] : nil
            return (
                Rejection(
                    code: warning as? Int ?? NSManagedObjectValidationError, predicate: predicate,
                    warning: warning as? String), nil
            )
        }
        guard let composite = self as? NSCompositeAttributeDescription, let values = value as? [String: Any] else { return nil }
        for element in composite.elements {
            if let (rejection, path) = element.rejection(of: values[element.name]) {
                return (rejection, [element.name, path].compactMap(\.self).joined(separator: "."))
            }
        }
        return nil
    }
}

extension NSRelationshipDescription {
    /// Returns why a to-many relationship can't be saved with `count` members; nil where it can.
    ///
    /// Only `minCount` asks for members: a required relationship without one may be empty, and an
    /// optional one may be empty whatever its `minCount` is.
    func rejection(ofCount count: Int) -> Rejection? {
        if count < minCount, count > 0 || !isOptional {
            return Rejection(code: NSValidationRelationshipLacksMinimumCountError)
        }
        if maxCount > 0, count > maxCount { return Rejection(code: NSValidationRelationshipExceedsMaximumCountError) }
        return nil
    }
}
