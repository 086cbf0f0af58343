internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObject {
    /// Returns the members of a to-many relationship, and reads them first if they are a fault.
    final func members(at slot: Int) -> ReferenceList {
        checkQueue()
        let related = relatedObjects(at: slot)
        if related.isFault { related.fire(storedMembers(at: slot)) }
        return related.members
    }

    /// Whether only this context has the object: neither the store nor a parent context does.
    final var isNew: Bool { isInserted || (!rowID.isPermanent && managedObjectContext?.parent == nil) }

    /// Returns the state of a to-many relationship or a fetched property, created on first use. In
    /// a new object, it has no members and is not a fault.
    final func relatedObjects(at slot: Int) -> RelatedObjects {
        if let known = related[slot] { return known }
        let made = RelatedObjects(isOrdered: layout.kinds[slot] == .orderedToMany)
        if isNew { made.fire([]) }
        related[slot] = made
        return made
    }

    private func storedMembers(at slot: Int) -> [ObjectReference] {
        if state.contains(.inaccessible) { return [] }
        guard let managedObjectContext else {
            trap(
                """
                The relationship '\(layout.names[slot])' of \(objectID.uriRepresentation()) was never read, and its context was deallocated or \
                reset. Keep the context for as long as you use its objects.
                """
            )
        }
        return managedObjectContext.storedMembers(of: self, at: slot)
    }

    /// Returns the members as objects. Faults among them are read together when the first one
    /// fires.
    final func memberObjects(at slot: Int) -> [NSManagedObject] {
        if let recorder { return recorder.recordMembers(of: self, slot) }
        let objects = members(at: slot).references.compactMap(object)
        managedObjectContext?.provideTogether(objects, layout.destination(slot))
        return objects
    }

    /// Changes the members on this side only, as a tracked change.
    final func edit(_ edit: RelatedObjects.Edit, at slot: Int) {
        fireFault()
        recordChange()
        relatedObjects(at: slot).apply(edit)
    }

    /// Adds an object to a to-many relationship, at the end if it is ordered, and updates the
    /// inverse. An object that is a member already keeps its position.
    final func add(_ object: NSManagedObject, at slot: Int) {
        let reference = reference(to: object, at: slot)
        if let related = related[slot], !related.isFault, related.members.contains(reference) { return }
        edit(.add(reference), at: slot)
        if let inverse = layout.inverseSlot(slot) { object.addInverse(self, at: inverse) }
    }

    /// Removes an object from a to-many relationship and updates the inverse.
    final func remove(_ object: NSManagedObject, at slot: Int) {
        let reference = object.reference
        if let related = related[slot], !related.isFault, !related.members.contains(reference) { return }
        edit(.remove(reference), at: slot)
        if let inverse = layout.inverseSlot(slot) { object.removeInverse(self, at: inverse) }
    }

    /// Replaces the members of a to-many relationship, in this order, and updates the inverse.
    final func setMembers(_ objects: [NSManagedObject], at slot: Int) {
        let new = ReferenceList(objects.map { reference(to: $0, at: slot) }, isOrdered: layout.kinds[slot] == .orderedToMany)
        let old = members(at: slot)
        edit(.replace(new), at: slot)
        guard let inverse = layout.inverseSlot(slot) else { return }
        for reference in old.references where !new.contains(reference) { object(reference)?.removeInverse(self, at: inverse) }
        for reference in new.references where !old.contains(reference) { object(reference)?.addInverse(self, at: inverse) }
    }
}

// Changes of ordered relationships, by position.
extension NSManagedObject {
    /// Inserts objects at the positions that they have after the insertion, in ascending order.
    /// Objects that are members already keep their positions.
    final func insert(_ objects: [NSManagedObject], atPositions positions: [Int], at slot: Int) {
        require(
            objects.count == positions.count,
            "\(objects.count) objects cannot be inserted at \(positions.count) positions; give a position for each."
        )
        var list = members(at: slot)
        for (object, position) in zip(objects, positions) {
            require(
                position >= 0 && position <= list.count,
                "Position \(position) is beyond the \(list.count) members of \(layout.name).\(layout.names[slot])."
            )
            list.insert(reference(to: object, at: slot), at: position)
        }
        setReferences(list, adding: objects, at: slot)
    }

    /// Removes the members at these positions.
    final func removeMembers(atPositions positions: [Int], at slot: Int) {
        var list = members(at: slot)
        let removed = positions.map { self.reference(atPosition: $0, list, slot) }
        for reference in removed { list.remove(reference) }
        setReferences(list, removing: removed, at: slot)
    }

    /// Replaces the member at each of these positions with one object.
    final func replaceMembers(atPositions positions: [Int], with objects: [NSManagedObject], at slot: Int) {
        require(
            objects.count == positions.count,
            "\(positions.count) members cannot be replaced by \(objects.count) objects; give one for each."
        )
        var list = members(at: slot)
        var removed: [ObjectReference] = []
        for (position, object) in zip(positions, objects) {
            let reference = reference(atPosition: position, list, slot)
            removed.append(reference)
            list.remove(reference)
            list.insert(self.reference(to: object, at: slot), at: min(position, list.count))
        }
        setReferences(list, removing: removed, adding: objects, at: slot)
    }

    private func reference(atPosition position: Int, _ list: ReferenceList, _ slot: Int) -> ObjectReference {
        require(
            list.references.indices.contains(position),
            "Position \(position) is beyond the \(list.count) members of \(layout.name).\(layout.names[slot])."
        )
        return list.references[position]
    }

    /// Replaces the members, and updates the inverse in those that were removed and added. Unlike
    /// `setMembers(_:at:)`, creates no objects for the other members.
    private func setReferences(
        _ list: ReferenceList, removing removed: [ObjectReference] = [], adding added: [NSManagedObject] = [], at slot: Int
    ) {
        let old = members(at: slot)
        guard old != list else { return }
        edit(.replace(list), at: slot)
        guard let inverse = layout.inverseSlot(slot) else { return }
        for reference in removed where !list.contains(reference) { object(reference)?.removeInverse(self, at: inverse) }
        for object in added where !old.contains(object.reference) { object.addInverse(self, at: inverse) }
    }
}

// Collections of members.
extension NSManagedObject {
    /// Returns the members as an NSSet or, for an ordered relationship, an NSOrderedSet. Cached
    /// until the members change.
    final func collection(at slot: Int) -> NSObject {
        let related = recorder == nil ? relatedObjects(at: slot) : nil
        if let known = related?.collection as? NSObject { return known }
        let objects = memberObjects(at: slot)
        let made: NSObject = layout.kinds[slot] == .orderedToMany ? NSOrderedSet(array: objects) : NSSet(array: objects)
        related?.collection = made
        return made
    }

    /// Returns the members as a Swift set. Cached until the members change. Traps if a member is
    /// not an instance of `Object`.
    final func set<Object: NSManagedObject>(of type: Object.Type, at slot: Int) -> Set<Object> {
        let related = recorder == nil ? relatedObjects(at: slot) : nil
        if let known = related?.collection as? SwiftSet<Object> { return known.set }
        let objects = memberObjects(at: slot)
        var set = Set<Object>(minimumCapacity: objects.count)
        for object in objects {
            guard let object = object as? Object else {
                trap(
                    """
                    \(layout.name).\(layout.names[slot]) is declared as a Set<\(Object.self)>, but has a \(Swift.type(of: object)). Give the entity \
                    '\(object.layout.name)' that class.
                    """
                )
            }
            set.insert(object)
        }
        related?.collection = SwiftSet(set: set)
        return set
    }
}

/// A set wrapped in a class, because a cast to a set checks each element.
private final class SwiftSet<Object: NSManagedObject> {
    let set: Set<Object>

    init(set: Set<Object>) {
        self.set = set
    }
}
