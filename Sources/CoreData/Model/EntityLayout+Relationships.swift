internal import StrataPredicates
internal import StrataTraps

extension EntityLayout {
    /// Returns the description of a relationship. Traps for a slot of another kind.
    func relationship(_ slot: Int) -> NSRelationshipDescription {
        guard let relationship = properties[slot] as? NSRelationshipDescription else {
            trap("\(name).\(names[slot]) is not a relationship.")
        }
        return relationship
    }

    /// Returns the destination entity of a relationship. Traps if it has none.
    func destination(_ slot: Int) -> EntityLayout {
        guard let destination = relationship(slot).destinationEntity else {
            trap("The relationship \(name).\(names[slot]) has no destination entity.")
        }
        return destination.layout
    }

    /// Returns the slot of the inverse relationship in the destination's layout; nil if there is no
    /// inverse.
    func inverseSlot(_ slot: Int) -> Int? {
        relationship(slot).inverseRelationship.flatMap { destination(slot).slot(of: $0.name) }
    }

    /// Returns the slot of the inverse relationship if both it and this one are to-many.
    func manyToManyInverse(_ slot: Int) -> Int? {
        guard kinds[slot].isToMany, let inverse = inverseSlot(slot), destination(slot).kinds[inverse].isToMany else { return nil }
        return inverse
    }

    /// Returns the slot of the inverse of a to-one relationship if that is to-many, and both are stored;
    /// nil for any other property. The object that the to-one relationship leads to is the owner, and
    /// the inverse lists this object as its member.
    func ownersInverse(_ slot: Int) -> Int? {
        guard kinds[slot] == .toOne, let inverse = inverseSlot(slot) else { return nil }
        let owners = destination(slot)
        guard owners.kinds[inverse].isToMany, !owners.isTransientToMany(inverse), !properties[slot].isTransient else {
            return nil
        }
        return inverse
    }

    /// Returns the slot of a relationship. Traps for any other name.
    func requiredRelationshipSlot(of name: String) -> Int {
        let slot = requiredSlot(of: name)
        guard kinds[slot].isRelationship else {
            trap("\(self.name).\(name) is not a relationship.")
        }
        return slot
    }
}

extension ObjectReference {
    init(_ layout: EntityLayout, _ rowID: RowID) {
        self.init(kind: layout.kind, rowID: rowID)
    }

    /// The layout of the object's entity. Traps for a reference whose kind belongs to no layout;
    /// each reference that this module creates has one.
    var layout: EntityLayout {
        guard let layout = kind.owner else { trap("The reference to the row ID \(rowID) has no entity.") }
        return unsafeDowncast(layout, to: EntityLayout.self)
    }

    var key: RowKey { RowKey(layout, rowID) }
}
