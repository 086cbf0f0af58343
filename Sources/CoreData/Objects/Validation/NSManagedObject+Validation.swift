internal import Foundation
internal import StrataPredicates

extension NSManagedObject {
    /// Validates each property against the model's rules: a required value, validation predicates,
    /// the number of members, and the range of whole numbers. Also encodes the values of
    /// transformable attributes, so that one that cannot be encoded is an error before anything is
    /// written. Throws one error for all violations.
    ///
    /// - Parameter countsMembers: Whether the members of unchanged relationships are counted too.
    ///   Otherwise they were counted when they were saved.
    final func validateProperties(countsMembers: Bool = false) throws {
        try NSError.throwTogether(
            layout.validatedSlots.flatMap { validationErrors($0, countsMembers: countsMembers) } + rangeErrors
                + layout.encodedSlots.compactMap(encodingError))
    }

    /// The errors of numbers that are out of the range of their attributes' types, of attributes without
    /// another rule.
    final var rangeErrors: [NSError] {
        guard let slots else { return [] }
        // Reads the row's memory, since most objects have no such number.
        return layout.boundedSlots.filter { slot in
            guard let int = slots.packed(slot, as: Int64.self) else { return false }
            return layout.types[slot].range?.contains(int) == false
        }.flatMap { validationErrors($0, countsMembers: false) }
    }

    private func validationErrors(_ slot: Int, countsMembers: Bool) -> [NSError] {
        switch layout.kinds[slot] {
        case .attribute, .composite:
            let value = value(at: slot)
            return layout.properties[slot].rejections(of: value)
                // A number that another program has stored is not changed by this save.
                .filter { $0.rejection.range == nil || isInserted || currentRow.values[slot] != committedRow.values[slot] }
                .map { rejection, element in rejection.error(self, Self.key(layout.names[slot], element), value) }
        case .toOne:
            let property = layout.properties[slot]
            if reference(at: slot) == nil {
                return property.isOptional
                    ? [] : [Rejection(code: NSValidationMissingMandatoryPropertyError).error(self, layout.names[slot], nil)]
            }
            // The object is looked up for a predicate only.
            guard !property.validationPredicates.isEmpty, let value = value(at: slot) else { return [] }
            return property.unsatisfiedPredicates(of: value).map { $0.error(self, layout.names[slot], value) }
        case .toMany, .orderedToMany:
            if managedObjectContext?.slotsEmptiedForSave[self]?.contains(slot) == true { return [] }
            let relationship = layout.relationship(slot)
            // The count of unchanged members was validated when they were saved. A predicate may ask for
            // the members' values, which may have changed.
            let isChanged = countsMembers || isInserted || related[slot]?.isChanged == true
            guard isChanged || !relationship.validationPredicates.isEmpty else { return [] }
            let rejection = isChanged ? relationship.rejection(ofCount: members(at: slot).count) : nil
            let rejections = rejection.map { [$0] } ?? relationship.unsatisfiedPredicates(of: collection(at: slot))
            return rejections.map { $0.error(self, layout.names[slot], collection(at: slot)) }
        case .fetched:
            return []
        }
    }

    /// Returns the key for an error: the property's name or, for an element of a composite, a path.
    private class func key(_ name: String, _ element: String?) -> String {
        element.map { "\(name).\($0)" } ?? name
    }

    /// Throws if a relationship with the deny rule refers to an object that is not deleted.
    final func validateDenyingRelationships() throws {
        let denying = (layout.toOneSlots + layout.toManySlots).filter { slot in
            layout.relationship(slot).deleteRule == .denyDeleteRule && allRelated(at: slot).contains { !$0.isDeleted }
        }
        try NSError.throwTogether(
            denying.map { slot in
                Rejection(code: NSValidationRelationshipDeniedDeleteError).error(self, layout.names[slot], value(at: slot))
            }
        )
    }

    /// Validates a value for the property in a slot, without setting it.
    final func validate(_ given: Any?, at slot: Int) throws {
        let value = given is NSNull ? nil : given
        let key = layout.names[slot]
        switch layout.kinds[slot] {
        case .attribute, .composite:
            guard let fitting = layout.unboundedValue(value, at: slot) else {
                throw Rejection(code: NSManagedObjectValidationError).error(self, key, value)
            }
            let rejections = layout.properties[slot].rejections(of: layout.object(fitting, at: slot))
            try NSError.throwTogether(rejections.map { $0.rejection.error(self, Self.key(key, $0.element), value) })
        case .toOne:
            guard value == nil || (value as? NSManagedObject)?.layout.isKind(of: layout.destination(slot)) == true else {
                throw Rejection(code: NSManagedObjectValidationError).error(self, key, value)
            }
            try NSError.throwTogether(layout.properties[slot].rejections(of: value).map { $0.rejection.error(self, key, value) })
        case .toMany, .orderedToMany:
            let relationship = layout.relationship(slot)
            let destination = layout.destination(slot)
            guard let members = EntityLayout.objects(in: value), members.allSatisfy({ $0.layout.isKind(of: destination) }) else {
                throw Rejection(code: NSManagedObjectValidationError).error(self, key, value)
            }
            let rejections =
                relationship.rejection(ofCount: members.count).map { [$0] }
                ?? value.map(relationship.unsatisfiedPredicates) ?? []
            try NSError.throwTogether(rejections.map { $0.error(self, key, value) })
        case .fetched:
            return
        }
    }
}
