import Foundation
import StrataPredicates

@testable import CoreData

/// Predicates whose SQL calls a function for certain, whatever the sample model is.
enum FunctionCalls {
    /// Returns a predicate over an entity for each of `LimitedKind.functions`, and its negation.
    static func forms(of entity: NSEntityDescription) -> [PredicateForm] {
        let forms = LimitedKind.functions.map { form(calling: $0, entity) }
        return forms + forms.map(PredicateForm.not)
    }

    /// Every sample entity has a text and a whole number. The number is made a decimal where the
    /// function needs one.
    private static func form(calling function: String, _ entity: NSEntityDescription) -> PredicateForm {
        let (text, number) = (name(.stringAttributeType, entity), name(.integer64AttributeType, entity))
        let decimal = "\(number) + %@"
        let format =
            switch function {
            case StringFunctions.match: "\(text) CONTAINS 'a'"
            case StringFunctions.fold: "\(text) ==[c] 'abc'"
            case ValueFunctions.call: "uppercase:(\(text)) == 'ABC'"
            case ValueFunctions.aggregate: "sum:({\(number), 1}) > 2"
            case ValueFunctions.compareLocalized: "\(text) <[l] 'b'"
            case ValueFunctions.order: "\(decimal) > 1"
            case ValueFunctions.real: "\(decimal) IN {0.5, 1.5, 2.5}"
            // One of several alternatives is a decimal, and the others are not.
            case ValueFunctions.mixed: "TERNARY(\(number) > 0, \(decimal), \(number)) > 1"
            case ValueFunctions.number: "ANY distinct:({\(decimal), \(number)}) > 1"
            default: preconditionFailure("No predicate is known that calls \(function).")
            }
        return NSPredicate(format: format, argumentArray: format.contains("%@") ? [Decimal(1) / 2] : []).form
    }

    private static func name(_ type: NSAttributeType, _ entity: NSEntityDescription) -> String {
        guard let leaf = entity.leaves.first(where: { $0.type == type && $0.names.count == 1 }) else {
            preconditionFailure("The sample entity '\(entity.name ?? "")' has no attribute of type \(type).")
        }
        return leaf.names[0]
    }
}
