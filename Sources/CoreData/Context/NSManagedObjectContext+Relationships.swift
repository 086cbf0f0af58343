internal import Foundation
internal import Predicates
internal import Traps

extension NSManagedObjectContext {
    /// The one object that a reference names.
    func object(_ reference: ObjectReference) -> NSManagedObject {
        object(reference.layout, reference.number, row: nil)
    }

    /// The object that a reference names; nil where it was deleted before it ever had a row.
    func related(_ reference: ObjectReference) -> NSManagedObject? {
        if reference.number > 0 { return object(reference) }
        if let known = registry[RowKey(reference.layout, permanentNumbers.current(reference.number))] { return known }
        guard parent != nil else { return nil }
        do {
            let number = reference.number
            let rows = try source.rows(reference.layout, CollectionOfOne(number), maxAge: stalenessInterval)
            return rows[number].map { object(reference.layout, number, row: $0) }
        } catch {
            trap("A new \(reference.layout.name) of the parent could not be read: \(error.localizedDescription)")
        }
    }

    /// The members of a to-many relationship as the store has them, in one statement.
    ///
    /// Traps where the store cannot be read: a property has no way to throw.
    func storedMembers(of object: NSManagedObject, at slot: Int) -> [ObjectReference] {
        do {
            return try source.members(of: object.number, object.layout, slot)
        } catch {
            trap(
                "\(object.layout.name).\(object.layout.names[slot]) of \(object.objectID.uriRepresentation()) could not be read: \(error.localizedDescription)"
            )
        }
    }
}

// Members that went from an owner who is not told.
extension NSManagedObjectContext {
    /// Has the members of relationships without an inverse read anew where some of them left the store or may have gone to another owner; returns
    /// the owners.
    ///
    /// Passes over the registered objects, and only where the model has such relationships to the members' entities.
    ///
    /// - Parameters:
    ///   - takers: the owners that took members over in this context; one that took a member alone has it.
    ///   - hasOwners: Whether the owners of relationships with an inverse have been read already;
    ///     where not, their members are read again too.
    @discardableResult
    func forgetMembers(
        _ gone: Set<ObjectReference>, takenBy takers: [ObjectReference: [NSManagedObject]] = [:], hasOwners: Bool = true
    ) -> [NSManagedObject] {
        let left = takers.isEmpty ? gone : gone.union(takers.keys)
        if left.isEmpty { return [] }
        let hierarchies = Set(left.map(\.layout.hierarchy))
        return forgetMembers { layout, slot in
            (!hasOwners || layout.inverseSlot(slot) == nil) && hierarchies.contains(layout.destination(slot).hierarchy)
        } where: { owner, related in
            related.stored(among: left).contains { takers[$0].map { $0 != [owner] } ?? true }
        }
    }

    /// Has the members of relationships without an inverse read anew where an object that changed may have taken some over; returns the owners.
    ///
    /// - Parameter known: objects whose members were read anew themselves.
    func forgetMembers(takenBy changes: ChangeSet, except known: Set<NSManagedObject>) -> [NSManagedObject] {
        let takers = changes.entities.lazy.filter { entity in
            if !entity.inserted.isEmpty || !changes.knowsRelationships && !entity.updated.isEmpty { return true }
            let layout = entity.entity.layout
            return entity.relationships.values.joined().contains { layout.kinds[$0].isToMany && layout.inverseSlot($0) == nil }
        }
        let hierarchies = Set(takers.map(\.entity.layout.hierarchy))
        if hierarchies.isEmpty { return [] }
        return forgetMembers { layout, slot in
            layout.inverseSlot(slot) == nil && hierarchies.contains(layout.hierarchy)
        } where: { owner, related in
            related.hasStored && !known.contains(owner)
        }
    }

    private func forgetMembers(
        of isConcerned: (EntityLayout, _ slot: Int) -> Bool, where isForgotten: (NSManagedObject, RelatedObjects) -> Bool
    ) -> [NSManagedObject] {
        var slots: [EntityLayout: [Int]] = [:]
        for layout in model.entities.lazy.map(\.layout) {
            let untold = layout.toManySlots.filter { isConcerned(layout, $0) }
            if !untold.isEmpty { slots[layout] = untold }
        }
        if slots.isEmpty { return [] }
        var told: [NSManagedObject] = []
        for object in registry.living where object.hasRelated {
            for slot in slots[object.layout] ?? [] {
                guard let related = object.related[slot], !related.isFault, isForgotten(object, related) else { continue }
                if told.last !== object {
                    object.publisher?.send()
                    told.append(object)
                }
                related.turnIntoFault()
            }
        }
        return told
    }

    /// Takes what is gone out of the members that were added and not saved; returns the owners.
    ///
    /// A save would leave them out, and until then an owner would have a member more or less, depending on whether that one was looked at.
    /// Passes over the objects with unsaved changes.
    func dropAddedMembers(_ gone: Set<ObjectReference>) -> [NSManagedObject] {
        guard !gone.isEmpty else { return [] }
        var owners: [NSManagedObject] = []
        for object in inserted.objects + updated.objects where object.hasRelated {
            for (slot, related) in object.related {
                for reference in related.added(gone) {
                    object.edit(.remove(reference), at: slot)
                    if owners.last !== object { owners.append(object) }
                }
            }
        }
        return owners
    }
}
