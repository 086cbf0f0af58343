internal import Predicates
internal import Traps

extension EntityLayout {
    func relationship(_ slot: Int) -> NSRelationshipDescription {
        guard let relationship = properties[slot] as? NSRelationshipDescription else {
            trap("\(name).\(names[slot]) is no relationship.")
        }
        return relationship
    }

    /// The entity that a relationship leads to.
    func destination(_ slot: Int) -> EntityLayout {
        guard let destination = relationship(slot).destinationEntity else {
            trap("The relationship \(name).\(names[slot]) has no destination entity.")
        }
        return destination.layout
    }

    /// The slot, in the destination's layout, of the relationship that leads back; nil where there is none.
    func inverseSlot(_ slot: Int) -> Int? {
        relationship(slot).inverseRelationship.flatMap { destination(slot).slot(of: $0.name) }
    }

    /// The slot of a named relationship; another name is the programmer's mistake.
    func requiredRelationshipSlot(of name: String) -> Int {
        let slot = requiredSlot(of: name)
        guard kinds[slot].isRelationship else {
            trap("\(self.name).\(name) is no relationship.")
        }
        return slot
    }
}

extension ObjectReference {
    init(_ layout: EntityLayout, _ number: Int64) {
        self.init(kind: layout.kind, number: number)
    }

    /// The entity of the object. Whoever makes a reference within this target names the kind of a layout.
    var layout: EntityLayout {
        guard let layout = kind.owner else { trap("The reference \(number) names no entity.") }
        return unsafeDowncast(layout, to: EntityLayout.self)
    }

    var key: RowKey { RowKey(layout, number) }
}
