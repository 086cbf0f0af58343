internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObject {
    /// Returns the members of a to-many relationship, and reads them first if they are a fault. If
    /// they cannot be read, returns those that unsaved changes have added, and the relationship
    /// stays a fault.
    final func members(at slot: Int) -> ReferenceList {
        checkQueue()
        let related = relatedObjects(at: slot)
        // Ignored: the error is recorded.
        if related.isFault, (try? read(related, at: slot)) == nil { return related.queuedMembers }
        return related.members
    }

    /// Returns the members of a to-many relationship. Throws the error of a store that cannot be
    /// read.
    final func requireMembers(at slot: Int) throws -> ReferenceList {
        checkQueue()
        let related = relatedObjects(at: slot)
        if related.isFault { try read(related, at: slot) }
        return related.members
    }

    /// Reads the members of a fault.
    private func read(_ related: RelatedObjects, at slot: Int) throws {
        do {
            let wasUnread = related.isUnread
            let members = try storedMembers(at: slot)
            // Changes of other objects may concern these members.
            managedObjectContext?.applyUnreadChanges()
            if related.isFault {
                related.fire(members)
                managedObjectContext?.removeMoved(from: self, at: slot)
            }
            if wasUnread { managedObjectContext?.recordRecovery(of: self) }
        } catch {
            related.isUnread = true
            managedObjectContext?.recordFailedRead(error)
            throw error
        }
    }

    /// Whether the members of a relationship could not be read.
    final var hasUnreadMembers: Bool { hasRelated && related.values.contains(where: \.isUnread) }

    /// Discards collections that were made without members that could not be read.
    final func forgetUnreadCollections() {
        guard hasRelated else { return }
        for related in related.values where related.isUnread { related.collection = nil }
    }

    /// Whether only this context has the object: neither the store nor a parent context does.
    final var isNew: Bool { isInserted || !rowID.isPermanent && !hasParent }

    private var hasParent: Bool { managedObjectContext?.parent != nil }

    /// Returns the state of a to-many relationship or a fetched property, created on first use. In
    /// a new object, it has no members and is not a fault. So is a transient one, whose members no store
    /// has, but a parent may.
    final func relatedObjects(at slot: Int) -> RelatedObjects {
        if let known = related[slot] {
            if known.primitive != nil { applyPrimitiveChanges(to: known, at: slot) }
            return known
        }
        let made = RelatedObjects(isOrdered: layout.kinds[slot] == .orderedToMany)
        if isNew || layout.isTransientToMany(slot) && !hasParent { made.fire([]) }
        related[slot] = made
        return made
    }

    private func storedMembers(at slot: Int) throws -> [ObjectReference] {
        if lacksRelated { return [] }
        guard let managedObjectContext else {
            trap(
                """
                The relationship '\(layout.names[slot])' of \(objectID.uriRepresentation()) was never read, and its context was deallocated or \
                reset. Keep the context for as long as you use its objects.
                """
            )
        }
        return try managedObjectContext.source.members(of: rowID, layout, slot)
    }

    /// Returns the members as objects. Faults among them are read together when the first one
    /// fires.
    final func memberObjects(at slot: Int) -> [NSManagedObject] {
        if let recorder { return recorder.recordMembers(of: self, slot) }
        let references = members(at: slot).references
        if references.isEmpty { return [] }
        guard let managedObjectContext else { return references.compactMap(object) }
        let objects =
            references.allSatisfy(\.rowID.isPermanent)
            ? managedObjectContext.faults(references.map { ($0.layout, $0.rowID) }) : references.compactMap(object)
        managedObjectContext.provideTogether(objects, layout.destination(slot))
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
        let seen = unreadMembers(at: slot)
        let old = members(at: slot)
        if let seen = seen ?? unreadMembers(at: slot) {
            return changeUnread(
                from: seen, removing: seen.references.filter { !new.contains($0) }, adding: objects, at: slot)
        }
        edit(.replace(new), at: slot)
        guard let inverse = layout.inverseSlot(slot) else { return }
        for reference in old.references where !new.contains(reference) { object(reference)?.removeInverse(self, at: inverse) }
        for reference in new.references where !old.contains(reference) { object(reference)?.addInverse(self, at: inverse) }
    }

    /// Returns the members that the app has seen of a relationship that could not be read; nil for
    /// others.
    private func unreadMembers(at slot: Int) -> ReferenceList? {
        guard hasRelated, let related = related[slot], related.isUnread else { return nil }
        return related.queuedMembers
    }

    /// Changes the members of a relationship that could not be read, of which the app has seen only
    /// those that unsaved changes have added.
    ///
    /// The app's new collection may be the one it has seen and one object more, so what it has not
    /// seen stays. Members are added at the end, since the positions of the others are unknown.
    private func changeUnread(
        from seen: ReferenceList, removing removed: [ObjectReference], adding added: [NSManagedObject], at slot: Int
    ) {
        for object in removed.compactMap(object) { remove(object, at: slot) }
        for object in added where !seen.contains(object.reference) { add(object, at: slot) }
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
        let seen = unreadMembers(at: slot)
        var list = members(at: slot)
        if let seen = seen ?? unreadMembers(at: slot) {
            return changeUnread(from: seen, removing: [], adding: objects, at: slot)
        }
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
        let seen = unreadMembers(at: slot)
        var list = members(at: slot)
        if let seen = seen ?? unreadMembers(at: slot) { return removeUnread(seen, atPositions: positions, at: slot) }
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
        let seen = unreadMembers(at: slot)
        var list = members(at: slot)
        if let seen = seen ?? unreadMembers(at: slot) {
            removeUnread(seen, atPositions: positions, at: slot)
            return changeUnread(from: seen, removing: [], adding: objects, at: slot)
        }
        var removed: [ObjectReference] = []
        for (position, object) in zip(positions, objects) {
            let reference = reference(atPosition: position, list, slot)
            removed.append(reference)
            list.remove(reference)
            list.insert(self.reference(to: object, at: slot), at: min(position, list.count))
        }
        setReferences(list, removing: removed, adding: objects, at: slot)
    }

    /// Removes members at positions of a relationship that could not be read, as far as these are
    /// positions of what the app has seen.
    private func removeUnread(_ seen: ReferenceList, atPositions positions: [Int], at slot: Int) {
        let removed = positions.compactMap { seen.references.indices.contains($0) ? seen.references[$0] : nil }
        changeUnread(from: seen, removing: removed, adding: [], at: slot)
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
        if related?.isFault == false { related?.collection = made }
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
        if related?.isFault == false { related?.collection = SwiftSet(set: set) }
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
