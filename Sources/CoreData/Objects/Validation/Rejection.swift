internal import Foundation
internal import StrataPredicates

/// The reason why a value cannot be saved.
struct Rejection {
    let code: Int
    /// The validation predicate that the value does not satisfy.
    var predicate: NSPredicate?
    /// The model's message for that predicate, if it has one.
    var warning: String?
    /// The range of the attribute's type, which the value is not in.
    var range: ClosedRange<Int64>?

    /// Returns the validation error for a property's value.
    ///
    /// The localized description is the model's message or the one that Apple's frameworks have.
    /// The property's name in it comes from the model's localization dictionary. The failure reason
    /// contains the entity and the property.
    func error(_ object: NSManagedObject, _ key: String, _ value: Any?) -> NSError {
        let name = "\(object.layout.name).\(key)"
        var userInfo: [String: Any] = [
            NSValidationObjectErrorKey: object,
            NSValidationKeyErrorKey: key,
            NSValidationValueErrorKey: value ?? NSNull(),
            NSLocalizedFailureReasonErrorKey: reason(name, value),
        ]
        userInfo[NSValidationPredicateErrorKey] = predicate
        let words = object.entity.model?.localizationDictionary
        let shown = words?["Property/\(key)/Entity/\(object.layout.name)"] ?? words?["Property/\(key)"] ?? key
        return NSError(code: code, warning.map { words?["Error/\($0)"] ?? $0 } ?? sentence(shown), userInfo)
    }

    private func reason(_ name: String, _ value: Any?) -> String {
        switch code {
        case NSValidationMissingMandatoryPropertyError: return "\(name) is not optional, but has no value. Set it before saving."
        case NSValidationRelationshipLacksMinimumCountError, NSValidationRelationshipExceedsMaximumCountError:
            let count = (value as? NSSet)?.count ?? (value as? NSOrderedSet)?.count ?? 0
            return "\(name) has \(count) objects. Change them to fit its minCount and maxCount in the model."
        case NSValidationRelationshipDeniedDeleteError:
            return
                "\(name) refers to an object, and its delete rule is deny. Delete that object first, or remove the reference."
        case _ where range != nil:
            let bounds = range.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
            return "\(name) is '\(value ?? "nil")', and its type in the model holds \(bounds). Give it a larger type."
        default:
            let rule = predicate.map { ", which does not satisfy \($0.predicateFormat)" } ?? ""
            return "\(name) is \(value.map { "'\($0)'" } ?? "nil")\(rule)."
        }
    }

    /// Returns the message that Apple's frameworks have for the code.
    private func sentence(_ key: String) -> String {
        switch code {
        case NSValidationMissingMandatoryPropertyError: "\(key) is a required value."
        case NSValidationRelationshipLacksMinimumCountError: "Too few items in \(key)."
        case NSValidationRelationshipExceedsMaximumCountError: "Too many items in \(key)."
        case NSValidationRelationshipDeniedDeleteError: "Items cannot be deleted from \(key)."
        case NSValidationNumberTooLargeError: "\(key) is too large."
        case NSValidationNumberTooSmallError: "\(key) is too small."
        case NSValidationDateTooLateError: "\(key) is too late."
        case NSValidationDateTooSoonError: "\(key) is too soon."
        case NSValidationInvalidDateError, NSValidationStringPatternMatchingError: "\(key) is invalid."
        case NSValidationStringTooLongError: "\(key) is too long."
        case NSValidationStringTooShortError: "\(key) is too short."
        default: "\(key) is not valid."
        }
    }
}

extension Rejection {
    /// Creates the reason for a number out of the range of its attribute's type.
    init(of number: Int64, outside range: ClosedRange<Int64>) {
        code = number < range.lowerBound ? NSValidationNumberTooSmallError : NSValidationNumberTooLargeError
        self.range = range
    }
}
