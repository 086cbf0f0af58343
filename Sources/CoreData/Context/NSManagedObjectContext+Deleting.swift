internal import Foundation

extension NSManagedObjectContext {
    /// Carries out the delete rules of what was deleted since changes were last processed.
    ///
    /// Related objects of a nullifying relationship no longer refer to the deleted one, those of a cascading one are deleted too,
    /// with all that follows. A denying relationship is looked at when the save validates.
    func propagateDeletions() {
        if unpropagatedDeletions.isEmpty { return }
        while let object = unpropagatedDeletions.popLast() {
            for slot in object.layout.toOneSlots + object.layout.toManySlots { propagateDeletion(of: object, at: slot) }
        }
        clearDanglingReferences()
    }

    /// Sets references to deleted objects to nil that no delete rule clears, where they are unsaved.
    ///
    /// A save writes a changed reference to an object that is not there as nil; so validation and
    /// fetches have to find nil before it. A reference that the store has stays, as in Core Data:
    /// only a search of the whole table would find it.
    private func clearDanglingReferences() {
        for object in inserted.objects + updated.objects {
            for slot in object.layout.danglingSlots where object.isInserted || object.changedSlots.contains(slot) {
                guard let reference = object.reference(at: slot), let related = registry[reference.key] else { continue }
                if related.isDeleted { object.write(.null, at: slot) }
            }
        }
    }

    private func propagateDeletion(of object: NSManagedObject, at slot: Int) {
        let rule = object.layout.relationship(slot).deleteRule
        switch rule {
        case .noActionDeleteRule:
            return
        // What was never saved can always be deleted: no save looks at it.
        case .denyDeleteRule where !object.isInserted:
            return
        case .cascadeDeleteRule:
            for related in object.allRelated(at: slot) where !related.isDeleted { delete(related) }
        case .nullifyDeleteRule, .denyDeleteRule:
            break
        }
        guard let inverse = object.layout.inverseSlot(slot) else { return }
        for related in object.allRelated(at: slot) where !related.isDeleted {
            // A fault whose row is gone becomes deleted here, and there is no other side to change.
            related.realise()
            if !related.isDeleted { related.drop(object, at: inverse) }
        }
    }
}

// Objects whose rows others deleted. They have no values, are exempt from validation, and no save
// writes them.
extension NSManagedObjectContext {
    /// Marks an object as deleted whose fault found no row. The next save discards it.
    ///
    /// Source: Apple's documentation of `shouldDeleteInaccessibleFaults`.
    func deleteInaccessible(_ object: NSManagedObject) {
        noteUnprocessed(object)
        object.state.insert(.deleted)
        updated.remove(object)
        deleted.insert(object)
    }

    /// Removes the objects from the context whose faults found no row, and returns them.
    func discardInaccessible() -> [NSManagedObject] {
        let discarded = deleted.objects.filter { $0.isInaccessible }
        for object in discarded {
            registry.remove(object.key)
            object.state.remove(.deleted)
            object.detach(gone: true)
        }
        // Validation may have found some of them just now. The did-save notification names them.
        if !discarded.isEmpty { unprocessed.removeAll { $0.object.managedObjectContext == nil } }
        return discarded
    }

    /// Turns an object whose row was gone, and is there again, into a fault for that row.
    func restoreInaccessible(_ object: NSManagedObject, _ row: Row?) {
        deleted.remove(object)
        object.state.remove(.deleted)
        object.turnIntoFault(row)
    }

    /// Marks an object as deleted whose row another context deleted, by a deletion that was merged here.
    ///
    /// The object stays registered, with the values it had, for as long as it is held. Unsaved
    /// changes are lost, and there is nothing left to save.
    func markDeletedElsewhere(_ object: NSManagedObject) {
        inserted.remove(object)
        updated.remove(object)
        deleted.remove(object)
        registry.release(object.key)
        object.snapshot = nil
        object.releaseRelated()
        object.state.remove([.inserted, .updated, .deleted, .unprocessed])
        object.state.insert(.inaccessible)
    }
}

extension NSManagedObject {
    /// Whether the object's row is gone from the store.
    final var isInaccessible: Bool { state.contains(.inaccessible) }

    /// Whether a merge brought the deletion of the object's row; see `markDeletedElsewhere(_:)`.
    final var isDeletedElsewhere: Bool { isInaccessible && !state.contains(.deleted) }

    /// The objects that a relationship of either kind refers to.
    final func allRelated(at slot: Int) -> [NSManagedObject] {
        layout.kinds[slot].isToMany ? memberObjects(at: slot) : related(at: slot).map { [$0] } ?? []
    }
}
