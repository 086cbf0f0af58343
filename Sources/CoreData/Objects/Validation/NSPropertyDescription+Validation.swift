internal import Foundation
internal import StrataPredicates

extension NSPropertyDescription {
    /// Returns the reasons why a value of an attribute or a to-one relationship cannot be saved, with
    /// the paths of the invalid elements for a composite. Returns none for a valid value. Does not
    /// evaluate predicates for nil, nor for a number out of the type's range.
    final func rejections(of value: Any?) -> [(rejection: Rejection, element: String?)] {
        guard let value else { return isOptional ? [] : [(Rejection(code: NSValidationMissingMandatoryPropertyError), nil)] }
        if let rejection = rejectionOfRange(value) { return [(rejection, nil)] }
        let own = unsatisfiedPredicates(of: value).map { (rejection: $0, element: String?.none) }
        guard let composite = self as? NSCompositeAttributeDescription, let values = value as? [String: Any] else { return own }
        return composite.elements.reduce(into: own) { rejections, element in
            for (rejection, path) in element.rejections(of: values[element.name]) {
                rejections.append((rejection, [element.name, path].compactMap(\.self).joined(separator: ".")))
            }
        }
    }

    private final func rejectionOfRange(_ value: Any) -> Rejection? {
        guard let range = (self as? NSAttributeDescription)?.attributeType.range, let number = (value as? NSNumber)?.int64Value
        else { return nil }
        return range.contains(number) ? nil : Rejection(of: number, outside: range)
    }

    /// Returns the reasons why a value cannot be saved, one for each validation predicate that it does
    /// not satisfy.
    ///
    /// - Parameter value: For a relationship, the related object, or the collection of them.
    final func unsatisfiedPredicates(of value: Any) -> [Rejection] {
        validationPredicates.enumerated().filter { !$0.element.evaluate(with: value) }.map { index, predicate in
            let warning = validationWarnings.indices.contains(index) ? validationWarnings[index] : nil
            return Rejection(
                code: warning as? Int ?? NSManagedObjectValidationError, predicate: predicate, warning: warning as? String)
        }
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
