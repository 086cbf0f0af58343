internal import Foundation
internal import ModelFormat
internal import Predicates

extension PropertyWriting {
    /// Writes validation predicates as the limits and the pattern that a model file knows.
    ///
    /// - Throws: `ModelFileError` for another predicate.
    func updateValidation(of file: inout AttributeElement, _ attribute: NSAttributeDescription) throws(ModelFileError) {
        let written = AttributeReading(model: ModelElement())
        if try written.validationRules(file).map(\.predicate) == attribute.validationPredicates { return }
        guard let predicate = attribute.validationPredicates.first else { return file.removeLimits() }
        throw .unwritable(
            """
            The validation predicate '\(predicate.predicateFormat)' of \(entity).\(attribute.name) cannot stand in a model file, \
            which knows a smallest and a largest value or length and a regular expression.
            """
        )
    }
}

extension AttributeElement {
    fileprivate mutating func removeLimits() {
        (minValueString, maxValueString, regularExpressionString) = (nil, nil, nil)
        (minDateTimeInterval, maxDateTimeInterval) = (nil, nil)
    }
}
