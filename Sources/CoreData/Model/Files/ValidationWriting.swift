internal import Foundation
internal import StrataModelFormat
internal import StrataPredicates

extension PropertyWriter {
    /// Writes validation predicates as the limits and the pattern of a model file.
    ///
    /// - Throws: `ModelFileError` for any other predicate.
    func updateValidation(of file: inout AttributeElement, _ attribute: NSAttributeDescription) throws(ModelFileError) {
        if let text = attribute.validationWarnings.lazy.compactMap({ $0 as? String }).first {
            throw .unwritable("A model file cannot contain the validation warning '\(text)' of \(entity).\(attribute.name).")
        }
        let written = AttributeReader(model: ModelElement())
        if try written.validationRules(file).map(\.predicate) == attribute.validationPredicates { return }
        file.removeLimits()
        for predicate in attribute.validationPredicates {
            guard file.write(predicate, as: attribute.attributeType) else {
                throw .unwritable(
                    """
                    A model file cannot contain the validation predicate '\(predicate.predicateFormat)' of \
                    \(entity).\(attribute.name). It supports a minimum and a maximum value or length, and a regular expression.
                    """
                )
            }
        }
    }
}

extension AttributeElement {
    fileprivate mutating func removeLimits() {
        (minValueString, maxValueString, regularExpressionString) = (nil, nil, nil)
        (minDateTimeInterval, maxDateTimeInterval) = (nil, nil)
    }

    /// Writes a minimum, a maximum or a pattern. Returns false for any other predicate, and for a
    /// second one of the same kind.
    fileprivate mutating func write(_ predicate: NSPredicate, as type: NSAttributeType) -> Bool {
        guard let comparison = predicate as? NSComparisonPredicate, comparison.comparisonPredicateModifier == .direct,
            comparison.options == [], comparison.rightExpression.expressionType == .constantValue
        else { return false }
        let subject = type == .stringAttributeType ? "length" : "SELF"
        let constant = comparison.rightExpression.constantValue
        switch (comparison.predicateOperatorType, comparison.leftExpression.description) {
        case (.matches, "SELF"):
            guard regularExpressionString == nil, let pattern = constant as? String else { return false }
            regularExpressionString = pattern
        case (.greaterThanOrEqualTo, subject):
            guard minValueString == nil, minDateTimeInterval == nil, let text = limitText(constant, type) else { return false }
            (minValueString, minDateTimeInterval) = type == .dateAttributeType ? (nil, text) : (text, nil)
        case (.lessThanOrEqualTo, subject):
            guard maxValueString == nil, maxDateTimeInterval == nil, let text = limitText(constant, type) else { return false }
            (maxValueString, maxDateTimeInterval) = type == .dateAttributeType ? (nil, text) : (text, nil)
        default: return false
        }
        return true
    }

    private func limitText(_ constant: Any?, _ type: NSAttributeType) -> String? {
        guard let constant else { return nil }
        let type = type == .stringAttributeType ? .integer64AttributeType : type
        return StrataPredicates.Value(constant, as: type)?.fileText(as: type)
    }
}
