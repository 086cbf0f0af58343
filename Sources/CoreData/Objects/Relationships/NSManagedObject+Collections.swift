public import Foundation
internal import Predicates
internal import Traps

extension NSManagedObject {
    /// A set that reads and changes a to-many relationship, both sides of it.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        mutableSet(at: layout.requiredRelationshipSlot(of: key))
    }

    /// An ordered set that reads and changes an ordered relationship, both sides of it.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        mutableOrderedSet(at: layout.requiredRelationshipSlot(of: key))
    }

    final func mutableSet(at slot: Int) -> NSMutableSet {
        require(layout.kinds[slot].isToMany, "\(layout.name).\(layout.names[slot]) is no to-many relationship.")
        return RelationshipSet(self, slot)
    }

    final func mutableOrderedSet(at slot: Int) -> NSMutableOrderedSet {
        require(layout.kinds[slot] == .orderedToMany, "\(layout.name).\(layout.names[slot]) is no ordered relationship.")
        return RelationshipOrderedSet(self, slot)
    }

    /// The identifiers of the objects a relationship refers to, without making the objects.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        let slot = layout.requiredRelationshipSlot(of: key)
        let references =
            layout.kinds[slot] == .toOne ? reference(at: slot).map { [$0] } ?? [] : Array(members(at: slot).references)
        return references.map(objectID)
    }

    /// The name of an object that this one refers to.
    final func objectID(of reference: ObjectReference) -> NSManagedObjectID {
        NSManagedObjectID(
            entity: reference.layout.entity, number: reference.number,
            store: managedObjectContext?.store(of: reference.number))
    }

    /// Whether the members of a relationship were not read yet.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        let slot = layout.requiredRelationshipSlot(of: key)
        guard layout.kinds[slot].isToMany else { return isFault }
        return !isNew && related[slot]?.isFault ?? true
    }
}
