internal import Foundation

extension NSManagedObjectContext {
    /// Applies the delete rules of objects that were deleted since the last call.
    ///
    /// Nullify clears the references to a deleted object. Cascade deletes the related objects too,
    /// with all that follows. Deny is checked when the save validates.
    func propagateDeletions() {
        if unpropagatedDeletions.isEmpty { return }
        while let object = unpropagatedDeletions.popLast() {
            for slot in object.layout.toOneSlots + object.layout.toManySlots { propagateDeletion(of: object, at: slot) }
        }
        clearDanglingReferences()
    }

    /// Clears unsaved references to deleted objects that no delete rule clears.
    ///
    /// A save writes a changed reference to a missing object as nil, so validation and fetches must
    /// find nil before it. A stored reference stays, as in Core Data: only a scan of the whole
    /// table would find it.
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
        // An object that was never saved can always be deleted: no save validates its deletion.
        case .denyDeleteRule where !object.isInserted:
            return
        case .cascadeDeleteRule:
            for related in object.allRelated(at: slot) where !related.isDeleted { delete(related) }
        case .nullifyDeleteRule, .denyDeleteRule:
            break
        }
        guard let inverse = object.layout.inverseSlot(slot) else { return }
        for related in object.allRelated(at: slot) where !related.isDeleted {
            // A fault whose row is gone becomes inaccessible here, and has no inverse to update.
            related.fireFault()
            if !related.isDeleted { related.removeInverse(object, at: inverse) }
        }
    }
}

// Inaccessible objects: their rows were deleted elsewhere. They are not validated, and no save
// writes them.
extension NSManagedObjectContext {
    /// Marks an object as deleted because its fault found no row. The next save discards it.
    ///
    /// Source: Apple's documentation of `shouldDeleteInaccessibleFaults`.
    func deleteInaccessible(_ object: NSManagedObject) {
        addUnprocessed(object)
        object.state.insert(.deleted)
        updated.remove(object)
        deleted.insert(object)
    }

    /// Removes inaccessible objects from the context and returns them.
    func discardInaccessible() -> [NSManagedObject] {
        let discarded = deleted.objects.filter { $0.isInaccessible }
        for object in discarded {
            registry.remove(object.key)
            object.state.remove(.deleted)
            object.detach(gone: true)
        }
        // Validation may have found some of them just now. They are reported by the did-save
        // notification and not as pending changes.
        if !discarded.isEmpty { unprocessed.removeAll { $0.object.managedObjectContext == nil } }
        return discarded
    }

    /// Turns an inaccessible object whose row exists again into a fault for that row.
    func restoreInaccessible(_ object: NSManagedObject, _ row: Row?) {
        deleted.remove(object)
        object.state.remove(.deleted)
        object.turnIntoFault(row)
    }

    /// Marks an object as deleted because a merge brought the deletion of its row.
    ///
    /// The object stays registered while it is in use, and keeps the values it had. Its unsaved
    /// changes are lost, and nothing is left to save.
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

    /// Returns the destination objects of a to-one or to-many relationship.
    final func allRelated(at slot: Int) -> [NSManagedObject] {
        layout.kinds[slot].isToMany ? memberObjects(at: slot) : related(at: slot).map { [$0] } ?? []
    }
}
