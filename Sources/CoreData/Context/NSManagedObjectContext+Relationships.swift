internal import Foundation
internal import StrataPredicates

extension NSManagedObjectContext {
    /// Returns the object that a reference identifies.
    func object(_ reference: ObjectReference) -> NSManagedObject {
        object(reference.layout, reference.rowID, row: nil)
    }

    /// Returns the registered object that a reference identifies; nil if there is none.
    func registered(_ reference: ObjectReference) -> NSManagedObject? {
        registry[RowKey(reference.layout, permanentIDs.current(reference.rowID))]
    }

    /// Returns the object that a reference identifies; nil if it was deleted without having been
    /// saved.
    func related(_ reference: ObjectReference) -> NSManagedObject? {
        if reference.rowID.isPermanent { return object(reference) }
        if let known = registered(reference) { return known }
        guard parent != nil else { return nil }
        do {
            let rowID = reference.rowID
            let rows = try source.rows(reference.layout, [rowID], maxAge: stalenessInterval)
            return rows[rowID].map { object(reference.layout, rowID, row: $0) }
        } catch {
            recordFailedRead(error)
            return nil
        }
    }
}

// Members that another owner claimed
//
// In a relationship without an inverse, the store keeps the owner in the member's row: a member has
// one owner. If an object claims a member, its previous owner loses it, although the previous
// owner's own row does not change. These functions turn such relationships into faults, so that
// their members are read again.
extension NSManagedObjectContext {
    /// Turns relationships without an inverse into faults if some of their members were deleted or
    /// may have been claimed by another owner. Returns the owners.
    ///
    /// O(registered objects) if the model has such relationships to the members' entities;
    /// otherwise O(entities).
    ///
    /// - Parameters:
    ///   - takers: The owners that claimed each member in this context. If only one owner claimed a
    ///     member, it keeps the member.
    ///   - hasOwners: Whether the owners in relationships with an inverse were already read again.
    ///     If not, these relationships become faults, too.
    @discardableResult
    func forgetMembers(
        _ gone: Set<ObjectReference>, takenBy takers: [ObjectReference: [NSManagedObject]] = [:], hasOwners: Bool = true
    ) -> [NSManagedObject] {
        let left = takers.isEmpty ? gone : gone.union(takers.keys)
        if left.isEmpty { return [] }
        let hierarchies = Set(left.map(\.layout.hierarchy))
        return forgetMembers(gone) { layout, slot in
            (!hasOwners || layout.inverseSlot(slot) == nil) && hierarchies.contains(layout.destination(slot).hierarchy)
        } where: { owner, related in
            related.stored(among: left).contains { takers[$0].map { $0 != [owner] } ?? true }
        }
    }

    /// Turns relationships without an inverse into faults if an object that changed may have
    /// claimed some of their members. Returns the owners.
    ///
    /// - Parameter known: Objects whose relationships were already turned into faults.
    func forgetMembers(takenBy changes: ChangeSet, except known: Set<NSManagedObject>) -> [NSManagedObject] {
        let takers = changes.entities.lazy.filter { entity in
            if !entity.inserted.isEmpty || !changes.knowsRelationships && !entity.updated.isEmpty { return true }
            let layout = entity.entity.layout
            return entity.relationships.values.joined().contains { layout.kinds[$0].isToMany && layout.inverseSlot($0) == nil }
        }
        let hierarchies = Set(takers.map(\.entity.layout.hierarchy))
        if hierarchies.isEmpty { return [] }
        return forgetMembers([]) { layout, slot in
            layout.inverseSlot(slot) == nil && !layout.isTransientToMany(slot) && hierarchies.contains(layout.hierarchy)
        } where: { owner, related in
            related.hasStored && !known.contains(owner)
        }
    }

    /// Turns relationships of some owners into faults, since the resolution of a conflict may have
    /// changed their members in the store otherwise than in memory.
    ///
    /// - Parameter permanentIDs: The permanent IDs of owners that the save has inserted.
    func forgetMembers(of owners: [ObjectReference: Set<Int>], _ permanentIDs: [PermanentIDs.Entry]) {
        if owners.isEmpty { return }
        let permanent = Dictionary(permanentIDs.map { ($0.temporary, $0.permanent) }) { $1 }
        for (owner, slots) in owners {
            let object = registry[RowKey(owner.layout, permanent[owner.rowID] ?? owner.rowID)]
            guard let object, object.hasRelated else { continue }
            for slot in slots {
                guard let related = object.related[slot], !related.isFault else { continue }
                object.publisher?.send()
                related.turnIntoFault()
            }
        }
    }

    /// - Parameter gone: The members that transient relationships lose, which are not read again.
    private func forgetMembers(
        _ gone: Set<ObjectReference>, of isConcerned: (EntityLayout, _ slot: Int) -> Bool,
        where isForgotten: (NSManagedObject, RelatedObjects) -> Bool
    ) -> [NSManagedObject] {
        var slots: [EntityLayout: [Int]] = [:]
        for layout in model.entities.lazy.map(\.layout) {
            let concerned = layout.toManySlots.filter { isConcerned(layout, $0) }
            if !concerned.isEmpty { slots[layout] = concerned }
        }
        if slots.isEmpty { return [] }
        var notified: [NSManagedObject] = []
        for object in registry.living where object.hasRelated {
            for slot in slots[object.layout] ?? [] {
                guard let related = object.related[slot], !related.isFault, isForgotten(object, related) else { continue }
                if notified.last !== object {
                    object.publisher?.send()
                    notified.append(object)
                }
                if object.layout.isTransientToMany(slot) { related.remove(gone) } else { related.turnIntoFault() }
            }
        }
        return notified
    }

    /// Removes deleted objects from the unsaved additions to relationships. Returns the owners.
    ///
    /// A save would omit the deleted objects anyway. Without this, the number of an owner's members
    /// would until then depend on whether the deleted object was realized. O(objects with unsaved
    /// changes).
    func removeAddedMembers(_ gone: Set<ObjectReference>) -> [NSManagedObject] {
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
