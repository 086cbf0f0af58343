import StrataModelFormat

extension ModelChecker {
    mutating func check(_ relationship: RelationshipElement, of entity: EntityElement) {
        let path = "\(entity.name).\(relationship.name)"
        guard let name = relationship.destinationEntity, !name.isEmpty else {
            error(.property, relationship, "\(path) does not have a destination entity")
            return
        }
        guard let destination = model.entity(named: name) else {
            error(.property, relationship, "the destination entity “\(name)” of \(path) is not in the model")
            return
        }
        checkInverse(of: relationship, entity, destination)
        checkCounts(of: relationship, path)
        if relationship.isOrdered, !relationship.isToMany {
            warn(.property, relationship, "\(path) is ordered but not to-many")
        }
        if relationship.deletionRule == .noAction {
            warn(
                .property, relationship,
                "\(path) has the delete rule No Action; this is an advanced setting (objects may keep a reference to a deleted one)"
            )
        }
    }

    private mutating func checkInverse(
        of relationship: RelationshipElement, _ entity: EntityElement, _ destination: EntityElement
    ) {
        let path = "\(entity.name).\(relationship.name)"
        guard let name = relationship.inverseName, !name.isEmpty else {
            warn(.property, relationship, "\(path) should have an inverse")
            return
        }
        // As at run time, the inverse belongs to the entity that the file names, if there is one.
        let home = relationship.inverseEntity.flatMap(model.entity(named:)) ?? destination
        guard let (owner, inverse) = self.relationship(named: name, of: home) else {
            error(.property, relationship, "the inverse “\(name)” of \(path) is not a relationship of \(home.name)")
            return
        }
        if !isSameLine(home.name, destination.name) {
            warn(
                .property, relationship,
                "the inverse entity \(home.name) of \(path) is not its destination, \(destination.name)")
        }
        guard let back = inverse.destinationEntity, isSameLine(back, entity.name) else {
            let end = inverse.destinationEntity ?? "nothing"
            error(
                .property, relationship,
                "the inverse \(owner.name).\(name) of \(path) leads to \(end), not back to \(entity.name)")
            return
        }
        if let other = inverse.inverseName, other != relationship.name {
            warn(
                .property, relationship,
                "\(path) has \(owner.name).\(name) as its inverse, which has \(back).\(other): inverses must be mutual")
        }
    }

    /// Returns the relationship of an entity or of one that it inherits from, with its owner.
    private func relationship(named name: String, of entity: EntityElement) -> (EntityElement, RelationshipElement)? {
        // Ignored: the check of the entities reports a superentity that does not exist, or a cycle.
        for owner in [entity] + ((try? model.superentities(of: entity)) ?? []) {
            if let relationship = owner.relationships.first(where: { $0.name == name }) {
                return (owner, relationship)
            }
        }
        return nil
    }

    /// Whether two entities are the same, or one inherits from the other.
    private func isSameLine(_ name: String, _ other: String) -> Bool {
        name == other || inherits(name, from: other) || inherits(other, from: name)
    }

    private func inherits(_ name: String, from other: String) -> Bool {
        guard let entity = model.entity(named: name) else { return false }
        // Ignored: as above.
        return ((try? model.superentities(of: entity)) ?? []).contains { $0.name == other }
    }

    private mutating func checkCounts(of relationship: RelationshipElement, _ path: String) {
        let least = relationship.minCount ?? 0
        let most = relationship.maxCount ?? 0
        if least < 0 || most < 0 {
            error(.property, relationship, "\(path) has a negative count")
        } else if !relationship.isToMany, most > 1 {
            warn(.property, relationship, "\(path) is to-one but has a maximum count of \(most)")
        } else if relationship.isToMany, most == 1 {
            warn(.property, relationship, "\(path) is to-many but has a maximum count of 1")
        } else if most > 0, least > most {
            warn(.property, relationship, "\(path) has a minimum count (\(least)) greater than its maximum count (\(most))")
        }
    }
}
