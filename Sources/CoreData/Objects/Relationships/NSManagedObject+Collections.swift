public import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObject {
    /// Returns a set that reads and changes a to-many relationship, and updates its inverse. Traps
    /// if the property is not a to-many relationship.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        mutableSet(at: layout.requiredRelationshipSlot(of: key))
    }

    /// Returns an ordered set that reads and changes an ordered relationship, and updates its
    /// inverse. Traps if the property is not an ordered relationship.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        mutableOrderedSet(at: layout.requiredRelationshipSlot(of: key))
    }

    /// Returns an array that reads and changes an ordered relationship, or an attribute whose value is
    /// an array. Each access reads the current value, and each change sets it.
    ///
    /// An attribute that is nil counts as empty. An object that is a member of the relationship
    /// already is not added again. Traps for any other property.
    public final func mutableArrayValue(forKey key: String) -> NSMutableArray {
        guard let slot = layout.slot(of: key) else { return PropertyArray(self, key, members: nil) }
        switch layout.kinds[slot] {
        case .attribute: return PropertyArray(self, key, members: nil)
        case .orderedToMany: return PropertyArray(self, key, members: mutableOrderedSet(at: slot))
        case .toOne, .toMany, .composite, .fetched:
            trap("\(layout.name).\(key) is neither an ordered relationship nor an attribute whose value is an array.")
        }
    }

    final func mutableSet(at slot: Int) -> NSMutableSet {
        require(layout.kinds[slot].isToMany, "\(layout.name).\(layout.names[slot]) is not a to-many relationship.")
        return RelationshipSet(self, slot)
    }

    final func mutableOrderedSet(at slot: Int) -> NSMutableOrderedSet {
        require(layout.kinds[slot] == .orderedToMany, "\(layout.name).\(layout.names[slot]) is not an ordered relationship.")
        return RelationshipOrderedSet(self, slot)
    }

    /// Returns the IDs of the objects that a relationship refers to, without creating the objects.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
        let slot = layout.requiredRelationshipSlot(of: key)
        let references =
            layout.kinds[slot] == .toOne ? reference(at: slot).map { [$0] } ?? [] : Array(members(at: slot).references)
        return references.map(objectID)
    }

    /// Returns the ID of the object that a reference identifies.
    final func objectID(of reference: ObjectReference) -> NSManagedObjectID {
        NSManagedObjectID(
            entity: reference.layout.entity, rowID: reference.rowID,
            store: managedObjectContext?.store(of: reference.rowID))
    }

    /// Returns whether the members of a to-many relationship have not been read yet. For a to-one
    /// relationship, returns whether the destination is a fault; false for nil. True if this object
    /// is a fault. Reads nothing.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        let slot = layout.requiredRelationshipSlot(of: key)
        guard layout.kinds[slot].isToMany else {
            if isFault { return true }
            guard let reference = reference(at: slot) else { return false }
            return managedObjectContext?.registered(reference)?.isFault ?? true
        }
        return !isNew && related[slot]?.isFault ?? true
    }
}
