internal import Foundation
internal import Predicates

extension NSPropertyDescription {
    /// Whether there are values that the property may not be saved with.
    final var isValidated: Bool {
        // The store gives a derived attribute its value after the check.
        if self is NSDerivedAttributeDescription { return false }
        if !isOptional || !validationPredicates.isEmpty { return true }
        switch self {
        case let relationship as NSRelationshipDescription:
            return relationship.isToMany && (relationship.minCount > 0 || relationship.maxCount > 0)
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
    /// Why a to-many relationship may not be saved with so many members.
    ///
    /// One that is optional may be empty whatever its smallest count is; one that is not has a member at least.
    func rejection(ofCount count: Int) -> Rejection? {
        let least = isOptional ? minCount : max(minCount, 1)
        if count < least, count > 0 || !isOptional { return Rejection(code: NSValidationRelationshipLacksMinimumCountError) }
        if maxCount > 0, count > maxCount { return Rejection(code: NSValidationRelationshipExceedsMaximumCountError) }
        return nil
    }
}
