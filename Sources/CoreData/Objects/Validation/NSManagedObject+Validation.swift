internal import Foundation
internal import StrataPredicates

extension NSManagedObject {
    /// Validates each property against the model's rules: a required value, validation predicates,
    /// the number of members. Throws one error for all violations.
    final func validateProperties() throws {
        try NSError.throwTogether(layout.validatedSlots.compactMap(validationError))
    }

    private func validationError(_ slot: Int) -> NSError? {
        switch layout.kinds[slot] {
        case .attribute, .composite:
            let value = value(at: slot)
            return layout.properties[slot].rejection(of: value).map { rejection, element in
                rejection.error(self, Self.key(layout.names[slot], element), value)
            }
        case .toOne:
            guard reference(at: slot) == nil, !layout.properties[slot].isOptional else { return nil }
            return Rejection(code: NSValidationMissingMandatoryPropertyError).error(self, layout.names[slot], nil)
        case .toMany, .orderedToMany:
            // Unchanged members were validated when they were saved.
            guard isInserted || related[slot]?.isChanged == true else { return nil }
            return layout.relationship(slot).rejection(ofCount: members(at: slot).count)?
                .error(self, layout.names[slot], collection(at: slot))
        case .fetched:
            return nil
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
            guard let fitting = layout.value(value, at: slot) else {
                throw Rejection(code: NSManagedObjectValidationError).error(self, key, value)
            }
            if let (rejection, element) = layout.properties[slot].rejection(of: layout.object(fitting, at: slot)) {
                throw rejection.error(self, Self.key(key, element), value)
            }
        case .toOne:
            guard value == nil || (value as? NSManagedObject)?.layout.isKind(of: layout.destination(slot)) == true else {
                throw Rejection(code: NSManagedObjectValidationError).error(self, key, value)
            }
            if let (rejection, _) = layout.properties[slot].rejection(of: value) { throw rejection.error(self, key, value) }
        case .toMany, .orderedToMany:
            if let rejection = layout.relationship(slot).rejection(ofCount: layout.members(value, at: slot).count) {
                throw rejection.error(self, key, value)
            }
        case .fetched:
            return
        }
    }
}
