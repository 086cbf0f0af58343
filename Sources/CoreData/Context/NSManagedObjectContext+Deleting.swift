internal import Foundation

/// The deletions of a context that are being prepared, or whose delete rules are being applied.
struct DeletionsInProgress {
    /// The objects whose `prepareForDeletion()` is running.
    var prepared: [NSManagedObject] = []
    /// Those of `prepared` whose rules wait for the method's end: the object may still move its related
    /// objects elsewhere.
    var waiting: [NSManagedObject] = []
    /// The objects whose rules are being applied.
    var applied: [NSManagedObject] = []
    /// The objects whose rules cannot be applied yet, since the object or its members cannot be read.
    /// They are tried again after the others, and no save succeeds before.
    var unread: [NSManagedObject] = []
    /// Whether there were such objects when the rules were last applied.
    var hadUnread = false
    /// The saved objects whose rules wait for the save, since `propagatesDeletesAtEndOfEvent` is false.
    var deferred: [NSManagedObject] = []
}

extension NSManagedObjectContext {
    /// Applies the delete rules of objects that were deleted since the last call.
    ///
    /// Nullify clears the references to a deleted object. Cascade deletes the related objects and
    /// applies their delete rules in turn. Deny is checked when a save validates the deletion.
    ///
    /// - Parameters:
    ///   - isForSave: Whether the rules are applied even to objects whose `prepareForDeletion()` is
    ///     running, because a save that it calls deletes their rows.
    ///   - includesDeferred: Whether the rules are applied that wait for the save.
    func propagateDeletions(isForSave: Bool = false, includesDeferred: Bool = true) {
        if includesDeferred, !deletionsInProgress.deferred.isEmpty {
            unpropagatedDeletions = deletionsInProgress.deferred + unpropagatedDeletions
            deletionsInProgress.deferred = []
        }
        if isForSave { takeDeletionsInProgress() }
        let isNested = !deletionsInProgress.applied.isEmpty
        if unpropagatedDeletions.isEmpty {
            if !isNested { deletionsInProgress.hadUnread = false }
            return
        }
        while let object = unpropagatedDeletions.popLast() {
            // A refresh or an insertion has withdrawn the deletion.
            guard object.isDeleted else { continue }
            if !isForSave, object.state.contains(.preparingDeletion) {
                deletionsInProgress.waiting.append(object)
                continue
            }
            // A cascade prepares other deletions, in which an event may end, or a save be made.
            deletionsInProgress.applied.append(object)
            do {
                try requireUnreadChanges()
                object.state.insert(.propagated)
                for slot in object.layout.toOneSlots + object.layout.toManySlots where object.isDeleted {
                    try propagateDeletion(of: object, at: slot)
                }
            } catch {
                recordFailedRead(error)
                deletionsInProgress.unread.append(object)
            }
            deletionsInProgress.applied.removeLast(object)
        }
        if !isNested {
            // What another deletion has called may have withdrawn one.
            unpropagatedDeletions = deletionsInProgress.unread.filter(\.isDeleted)
            deletionsInProgress.hadUnread = !unpropagatedDeletions.isEmpty
            deletionsInProgress.unread = []
        }
        clearDanglingReferences(isForSave: isForSave)
    }

    /// Has a save apply the rules that wait for the end of a `prepareForDeletion()`, and those that are
    /// being applied: it deletes the rows of these objects.
    private func takeDeletionsInProgress() {
        unpropagatedDeletions += deletionsInProgress.waiting + deletionsInProgress.applied
        (deletionsInProgress.waiting, deletionsInProgress.applied) = ([], [])
    }

    /// Calls `prepareForDeletion()` on a deleted object, unless it is running.
    func prepareDeletion(of object: NSManagedObject) {
        guard !object.state.contains(.preparingDeletion) else { return }
        object.state.insert(.preparingDeletion)
        deletionsInProgress.prepared.append(object)
        object.prepareForDeletion()
        deletionsInProgress.prepared.removeLast(object)
        object.state.remove(.preparingDeletion)
        if deletionsInProgress.waiting.contains(object) {
            deletionsInProgress.waiting.removeAll { $0 === object }
            unpropagatedDeletions.append(object)
        }
        // An event that ended meanwhile has left the deletion to the next one.
        if !unprocessed.isEmpty || !unpropagatedDeletions.isEmpty { scheduleProcessing() }
    }

    /// The deleted objects that were never saved and whose delete rules were not applied completely
    /// yet: their `prepareForDeletion()` is running, a cascade is being applied, or something could not
    /// be read. They stay in the context, which would forget the rules with them.
    var newObjectsAwaitingRules: Set<NSManagedObject> {
        let progress = deletionsInProgress
        let deletions = [unpropagatedDeletions, progress.prepared, progress.applied, progress.unread]
        return Set(deletions.joined().lazy.filter { $0.isInserted && $0.isDeleted })
    }

    /// Applies the delete rules of deleted objects that were never saved: they leave the context with
    /// the event, before the save that applies the others. A save that a cascade calls applies these,
    /// too.
    func propagateDeletionsOfNewObjects() {
        if unpropagatedDeletions.isEmpty { return }
        deletionsInProgress.deferred += unpropagatedDeletions.filter { !$0.isInserted && $0.isDeleted }
        unpropagatedDeletions.removeAll { !$0.isInserted }
        propagateDeletions(includesDeferred: false)
    }

    /// Removes an object whose deletion is withdrawn from those whose rules wait for the save.
    func forgetDeferredDeletion(of object: NSManagedObject) {
        if !deletionsInProgress.deferred.isEmpty { deletionsInProgress.deferred.removeAll { $0 === object } }
    }

    /// Clears unsaved references to deleted objects that no delete rule clears.
    ///
    /// A save writes a changed reference to a missing object as nil, so validation and earlier
    /// fetches must find nil, too. A stored reference stays, as in Apple's Core Data: only a scan
    /// of the whole table would find it.
    ///
    /// - Parameter isForSave: Whether references to objects whose `prepareForDeletion()` is running
    ///   are cleared, too.
    private func clearDanglingReferences(isForSave: Bool) {
        for object in inserted.objects + updated.objects {
            for slot in object.layout.danglingSlots where object.isInserted || object.changedSlots.contains(slot) {
                guard let reference = object.reference(at: slot), let related = registry[reference.key] else { continue }
                guard related.isDeleted, isForSave || !related.state.contains(.preparingDeletion) else { continue }
                object.write(.null, at: slot)
            }
        }
    }

    private func propagateDeletion(of object: NSManagedObject, at slot: Int) throws {
        let rule = object.layout.relationship(slot).deleteRule
        switch rule {
        case .noActionDeleteRule:
            return
        // Deny has no effect on an object that was never saved, since no save validates its
        // deletion.
        case .denyDeleteRule where !object.isInserted:
            return
        case .cascadeDeleteRule:
            // What is called to prepare one deletion may withdraw that of the object, or save it.
            for related in try object.requireRelated(at: slot) where object.isDeleted && !related.isDeleted { delete(related) }
        case .nullifyDeleteRule, .denyDeleteRule:
            break
        }
        guard object.isDeleted, let inverse = object.layout.inverseSlot(slot) else { return }
        for related in try object.requireRelated(at: slot) where !related.isDeleted {
            // If the row no longer exists, the fault becomes inaccessible and has no inverse to
            // update.
            related.fireFault()
            if !related.isDeleted { related.removeInverse(object, at: inverse) }
        }
    }
}

// Inaccessible objects are objects whose rows were deleted elsewhere. They are not validated, and
// no save writes them.
extension NSManagedObjectContext {
    /// Marks an object as deleted because its fault found no row. The next save discards it.
    ///
    /// Source: Apple's documentation of `shouldDeleteInaccessibleFaults`.
    func deleteInaccessible(_ object: NSManagedObject) {
        hasLostRows = true
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
            object.detach(gone: true)
        }
        // Faults that fired during validation may have become inaccessible. The did-save
        // notification reports them, so they are no longer pending changes.
        if !discarded.isEmpty { unprocessed.removeAll { $0.object.managedObjectContext == nil } }
        return discarded
    }

    /// Turns an inaccessible object back into a fault, with its row if that is known to exist
    /// again.
    func restoreInaccessible(_ object: NSManagedObject, _ row: Row?) {
        deleted.remove(object)
        object.state.remove(.deleted)
        object.turnIntoFault(row)
    }

    /// Marks an object as deleted because a merged change deleted its row.
    ///
    /// The object stays registered while it is in use, and keeps the values it had. Its unsaved
    /// changes are lost.
    func markDeletedElsewhere(_ object: NSManagedObject) {
        hasLostRows = true
        inserted.remove(object)
        updated.remove(object)
        deleted.remove(object)
        registry.release(object.key)
        object.snapshot = nil
        object.original = nil
        object.releaseRelated()
        object.forgetUnread()
        object.state.remove([.inserted, .updated, .deleted, .unprocessed])
        object.state.insert(.inaccessible)
        object._didLoseChanges()
    }
}

extension [NSManagedObject] {
    /// Removes the last occurrence of an object, if there is one.
    fileprivate mutating func removeLast(_ object: NSManagedObject) {
        if let index = lastIndex(where: { $0 === object }) { remove(at: index) }
    }
}

extension NSManagedObject {
    /// Whether the object is known to have lost its row: its fault found none, or a merged change
    /// deleted it.
    final var isInaccessible: Bool { state.contains(.inaccessible) }

    /// Whether a merged change deleted the object's row; see `markDeletedElsewhere(_:)`.
    package final var isDeletedElsewhere: Bool { isInaccessible && !state.contains(.deleted) }

    /// Returns the destination objects of a to-one or to-many relationship. Throws the error of a
    /// store that cannot be read.
    fileprivate final func requireRelated(at slot: Int) throws -> [NSManagedObject] {
        if layout.kinds[slot].isToMany { _ = try requireMembers(at: slot) } else { _ = try requireRow() }
        return allRelated(at: slot)
    }

    /// Returns the destination objects of a to-one or to-many relationship.
    final func allRelated(at slot: Int) -> [NSManagedObject] {
        layout.kinds[slot].isToMany ? memberObjects(at: slot) : related(at: slot).map { [$0] } ?? []
    }
}
