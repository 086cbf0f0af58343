internal import Foundation
internal import Predicates

extension NSManagedObjectContext {
    func validate() throws {
        var errors: [NSError] = []
        func collect(_ validate: () throws -> Void) {
            do {
                try validate()
            } catch let error as NSError {
                // An object with several mistakes reports them together; here they join the others'.
                errors += (error.userInfo[NSDetailedErrorsKey] as? [NSError]) ?? [error]
            }
        }
        for object in insertedObjects { collect(object.validateForInsert) }
        for object in updatedObjects { collect(object.validateForUpdate) }
        for object in deletedObjects { collect(object.validateForDelete) }
        try NSManagedObject.throwTogether(errors)
    }
}

extension NSManagedObject {
    /// Checks what the model requires of each property: a value, or a number of members.
    final func validateProperties() throws {
        try Self.throwTogether(
            layout.kinds.indices.compactMap { slot in
                switch layout.kinds[slot] {
                case .attribute, .composite, .toOne: missingValueError(slot)
                case .toMany, .orderedToMany: memberCountError(slot)
                case .fetched: nil
                }
            }
        )
    }

    private func missingValueError(_ slot: Int) -> NSError? {
        guard !layout.properties[slot].isOptional, read(slot) == .null, !layout.isDerived(slot) else { return nil }
        return validationError(
            NSValidationMissingMandatoryPropertyError, slot,
            "\(layout.name).\(layout.names[slot]) is required but nil; set it before saving.")
    }

    /// Members that were neither read nor changed are as they were saved.
    private func memberCountError(_ slot: Int) -> NSError? {
        guard isInserted || related[slot]?.isChanged == true else { return nil }
        let relationship = layout.relationship(slot)
        let least = relationship.isOptional ? relationship.minCount : max(relationship.minCount, 1)
        guard least > 0 || relationship.maxCount > 0 else { return nil }
        let count = members(at: slot).count
        let name = "\(layout.name).\(layout.names[slot])"
        if count < least, count > 0 || !relationship.isOptional {
            return validationError(
                NSValidationRelationshipLacksMinimumCountError, slot,
                "\(name) needs \(least) objects at least, but has \(count). Add some before saving.")
        }
        if relationship.maxCount > 0, count > relationship.maxCount {
            return validationError(
                NSValidationRelationshipExceedsMaximumCountError, slot,
                "\(name) takes \(relationship.maxCount) objects at most, but has \(count). Remove some before saving.")
        }
        return nil
    }

    /// Checks that nothing is left which the model says an object must not be deleted with.
    final func validateDenyingRelationships() throws {
        let denying = (layout.toOneSlots + layout.toManySlots).filter { slot in
            layout.relationship(slot).deleteRule == .denyDeleteRule && allRelated(at: slot).contains { !$0.isDeleted }
        }
        try Self.throwTogether(
            denying.map { slot in
                validationError(
                    NSValidationRelationshipDeniedDeleteError, slot,
                    """
                    A \(layout.name) cannot be deleted while its '\(layout.names[slot])' refers to something. Delete that first, or take it out \
                    of the relationship.
                    """)
            }
        )
    }

    private func validationError(_ code: Int, _ slot: Int, _ sentence: String) -> NSError {
        NSError(
            code: code, sentence,
            [NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: layout.names[slot]].merging(
                value(at: slot).map { [NSValidationValueErrorKey: $0] } ?? [:]
            ) { _, new in new }
        )
    }

    /// Throws a single error as it is, and several as the details of NSValidationMultipleErrorsError.
    fileprivate final class func throwTogether(_ errors: [NSError]) throws {
        guard let first = errors.first else { return }
        guard errors.count > 1 else { throw first }
        throw NSError(
            code: NSValidationMultipleErrorsError,
            "\(errors.count) values cannot be saved. The first: \(first.localizedDescription)",
            [NSDetailedErrorsKey: errors]
        )
    }
}
