internal import Foundation
internal import StrataTraps

// A save, from the context to the store and back
//
// A save writes all unsaved changes of a context, or none, in which case the objects keep them. The
// life of one save, on the context's queue:
//
// 1. `save()` posts the will-save notification, applies delete rules, and calls `willSave()` on the
//    objects until none of them changes further. Then it validates them.
// 2. `SavedObjects` collects the objects to write. `request(_:)` turns them into a `SaveRequest`:
//    values by row ID, together with the rows that the objects read. No object leaves the context's
//    queue.
// 3. `source.save(_:)` executes the request. The coordinator runs one transaction in each store
//    that has changes (`NSPersistentStoreCoordinator+Saving.swift`); a parent context makes them
//    its own unsaved changes (`absorb(_:)`). The store compares each row's version with the one
//    that was read, writes deletions, updates and insertions in this order, and assigns primary
//    keys. Before it commits, it announces the changes to the coordinator's `ChangeFeed`.
// 4. A conflict rolls the transaction back. It is thrown, or a subclass of `NSMergePolicy` changes
//    the objects and the save tries again, with all that the subclass has changed, inserted or
//    deleted, after it was prepared as in the first step. The built-in policies other than the
//    error policy resolve conflicts within the transaction and never get here. See
//    `NSManagedObjectContext+Conflicts.swift`.
// 5. The `SaveOutcome` has the result for each part of the request, in the order of the request.
//    `finishSave(_:_:)` gives the objects their new rows and permanent IDs and publishes the
//    changes, as described in `NSManagedObjectContext+CommittingSave.swift`.
//
// In this example, the second save compares versions with the row that the first one returned:
//
//     let quake = Quake(context: context)   // temporary ID -1
//     try context.save()                    // permanent ID 17, row version 1
//     quake.magnitude = 6                   // `snapshot` keeps the saved row
//     try context.save()                    // row version is 1, as read: writes version 2
//
// The invariant: after a save, the `row` of each saved object equals the stored row, version
// included, and no saved object has a `snapshot`. A save that throws has written nothing, unless
// one store fails after another has committed (NSPersistentStoreIncompleteSaveError). Then the
// objects of the stores that were written are saved, and the others keep their changes.
// Without versions the older values of one context would silently overwrite the newer ones of
// another. Without the rows of the outcome, the next save of an object would mistake its own
// previous write for a change by another context.
extension NSManagedObjectContext {
    func saveChanges() throws {
        checkQueue("save()")
        if isSaving { throw Self.recursiveSave() }
        guard isChanged else { return try refusingSaves(writeMetadata) }
        try amendingUndo(writeChanges)
        endUndoStep()
    }

    private func writeChanges() throws {
        let (objects, outcome) = try prepareAndWrite()
        // Observers of the finished save, and `didSave()`, may save again.
        finishSave(outcome, objects)
    }

    /// Writes the metadata of stores that apps have changed. Nothing else is saved with them, so that
    /// no notification is posted.
    private func writeMetadata() throws {
        guard parent == nil, let coordinator = persistentStoreCoordinator, coordinator.hasEditedMetadata else { return }
        try coordinator.saveMetadata(SaveRequest(origin: transactionOrigin, context: self))
    }

    private func prepareAndWrite() throws -> (objects: SavedObjects, outcome: SaveOutcome) {
        try refusingSaves {
            try readUnreadChanges()
            if postsNotifications { NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self) }
            try callWillSave()
            try validateChanges()
            return try write()
        }
    }

    /// Runs a part of a save, during which another save of the context throws. Throws if it is in such a
    /// part itself.
    package func refusingSaves<Result>(_ body: () throws -> Result) throws -> Result {
        if isSaving { throw Self.recursiveSave() }
        isSaving = true
        defer { isSaving = false }
        return try body()
    }

    /// Returns the error of a save that is called by what another save of the context calls, such as
    /// `willSave()`: it would call the same method again without end.
    private static func recursiveSave() -> NSError {
        let message = "attempt to recursively call -save: on the context aborted"
        return NSError(
            code: 132_001,
            """
            The context is being saved, and save() was called by willSave(), a validation method, a merge policy or an observer of that \
            save. What they change is part of it; do not save it again.
            """,
            // The key and the message are Apple's.
            ["message": message])
    }

    private func validateChanges() throws {
        try readUnreadChanges()
        if defersValidation {
            for object in inserted.objects + updated.objects { try object.validateEncoding() }
        } else {
            try validate()
        }
    }

    /// The objects with changes that a save writes.
    private var objectsToSave: SavedObjects {
        SavedObjects(
            inserted: inserted.objects.inOrder.reversed(),
            updated: (updated.objects.filter { isWritten($0) && !checkedObjects.contains($0) }
                + checkedObjects.filter { !$0.isDeleted }).inOrder,
            deleted: deleted.objects.filter { !$0.isInaccessible }.inOrder
        )
    }

    /// Whether an updated object has changes to save. A store has no transient values, so an object
    /// whose transient values alone changed is not written, and cannot be in a conflict. A parent
    /// context has them.
    private func isWritten(_ object: NSManagedObject) -> Bool {
        parent == nil ? object.hasPersistentChangedValues : !object.changedSlots.isEmpty || object.hasChangedMembers
    }

    /// Sends the changes to the source, and sends them again after each conflict that a subclass of
    /// `NSMergePolicy` has handled. Returns the objects that were written with the outcome. Throws
    /// unresolved conflicts.
    private func write() throws -> (objects: SavedObjects, outcome: SaveOutcome) {
        // Whether the store resolves conflicts by the policy's merge type: always for a built-in
        // policy; for a subclass, after it was called with conflicts that only the store can
        // resolve. A store that executes requests cannot, since it is passed the objects.
        let executesRequests = parent == nil && coordinator.executesRequests
        var isLeftToStore = !policy.isSubclass && !executesRequests
        while true {
            let objects = objectsToSave
            // Objects whose values were set back to the saved ones are not written, but must become
            // unchanged.
            if objects.isEmpty {
                try writeMetadata()
                return (objects, SaveOutcome())
            }
            if executesRequests { try identifyInRequestStores(objects.inserted) }
            replaceRemainingIDs()
            var request = try request(objects)
            request.mergePolicy = isLeftToStore ? NSMergePolicy(merge: policy.mergeType) : .error
            do {
                var outcome = try source.save(request)
                outcome.changes.recordRowsBefore(request.readRows)
                return (objects, outcome)
            } catch let incomplete as IncompleteSave {
                finishIncompleteSave(incomplete, request, objects)
                throw incomplete.error
            } catch let conflict as SaveConflict {
                let conflicts = try conflicts(like: conflict, objects)
                guard !isLeftToStore else { throw NSError(conflicts: conflicts) }
                isLeftToStore = try resolve(conflicts)
            }
        }
    }

    /// Has a subclass of `NSMergePolicy` resolve conflicts, and prepares what it has changed for
    /// another attempt to save. Returns whether the store has to resolve the rest.
    private func resolve(_ conflicts: [NSObject]) throws -> Bool {
        var isLeftToStore = conflicts.contains { $0 is NSConstraintConflict }
        try policy.resolve(mergeConflicts: conflicts)
        for case let version as NSMergeConflict in conflicts {
            unreported.insert(version.sourceObject)
            if let stored = version.stored, !version.sourceObject.isDeleted {
                version.sourceObject.acceptConflicting(stored)
            } else {
                isLeftToStore = true
            }
        }
        try prepareNewChanges()
        return isLeftToStore
    }

    /// Prepares what a policy has changed, inserted or deleted while it resolved conflicts: these
    /// changes belong to the save, too.
    private func prepareNewChanges() throws {
        if unprocessed.isEmpty, unpropagatedDeletions.isEmpty, deletionsInProgress.deferred.isEmpty { return }
        try callWillSave(onChanged: [])
        try validateChanges()
    }

    /// Applies delete rules and calls `willSave()`. Repeats both for the objects that change in
    /// `willSave()`, and traps after 1,000 rounds with changes. Throws if a `willSave()` has read
    /// something that could not be read, since what it has set may be derived from that.
    private func callWillSave() throws {
        try requireDeletions()
        publishPendingChanges()
        var unread: [NSManagedObject] = []
        let isSeen = isFollowed
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where !callWillSave(on: object, isSeen: isSeen) { unread.append(object) }
        }
        try callWillSave(onChanged: unread)
    }

    /// Applies delete rules and calls `willSave()` on the objects that have changed since changes were
    /// last processed, until none changes further.
    ///
    /// - Parameter unread: The objects whose `willSave()` has read something that could not be read.
    private func callWillSave(onChanged unread: [NSManagedObject]) throws {
        var unread = unread
        let isSeen = isFollowed
        for _ in 0..<1_000 {
            if !unread.isEmpty { throw unreadableError(unread) }
            try requireDeletions()
            // Those whose `prepareForDeletion()` makes this save.
            let waiting = newObjectsAwaitingRules
            let changed = unprocessed.map(\.object).filter { !waiting.contains($0) }
            if changed.isEmpty { return }
            publishPendingChanges()
            // A new object that was deleted has left the context.
            for object in changed where object.hasChanges && object.managedObjectContext != nil {
                if !callWillSave(on: object, isSeen: isSeen) { unread.append(object) }
            }
        }
        trap("willSave() changed objects in each of 1,000 rounds; set a value there only if it differs.")
    }

    /// Applies the delete rules of all deletions. Throws if one waits for a read: in each round of
    /// `willSave()`, the others would be applied again.
    private func requireDeletions() throws {
        propagateDeletions(isForSave: true)
        if !unpropagatedDeletions.isEmpty { throw unreadableError(unpropagatedDeletions) }
    }

    /// Calls `willSave()` on an object. Returns false if it has read something that could not be read.
    ///
    /// - Parameter isSeen: Whether the context has live results.
    private func callWillSave(on object: NSManagedObject, isSeen: Bool) -> Bool {
        // An object without a row has nothing to prepare.
        if object.isInaccessible { return true }
        let before = isSeen ? object.row?.values : nil
        let failed = failedReads.count
        object.willSave()
        if let before, let now = object.row?.values, !object.state.contains(.unprocessed),
            !now.differences(from: before).isEmpty
        {
            unreported.insert(object)
        }
        return failedReads.count == failed
    }

    /// Returns the request of a save. Throws if something that it needs cannot be read.
    private func request(_ objects: SavedObjects) throws -> SaveRequest {
        for object in objects.deleted + objects.updated where object.row == nil {
            // Validation may have turned it into a fault.
            do { _ = try object.requireRow() } catch { throw unreadableError([object], error) }
        }
        return SaveRequest(
            deletions: objects.deleted.map {
                SaveRequest.Deletion(layout: $0.layout, rowID: $0.rowID, read: $0.committedRow)
            },
            updates: objects.updated.map {
                SaveRequest.Update(
                    layout: $0.layout, rowID: $0.rowID, read: $0.committedRow, values: $0.currentRow.values,
                    changed: $0.changedSlots, relationships: $0.changedMemberSlots
                )
            },
            insertions: objects.inserted.map {
                SaveRequest.Insertion(
                    layout: $0.layout, rowID: $0.rowID, values: $0.currentRow.values, store: assignedStores[$0.rowID]?.reference)
            },
            memberChanges: try objects.updated.flatMap { try $0.memberChanges(isPassed: isPassedToStore($0)) }
                + objects.inserted.flatMap { try $0.memberChanges(isPassed: isPassedToStore($0)) },
            mergePolicy: policy,
            origin: transactionOrigin,
            context: self
        )
    }

    /// Whether a save passes the object itself to its store, which then reads what it writes.
    private func isPassedToStore(_ object: NSManagedObject) -> Bool {
        parent == nil && coordinator.executesRequests && store(of: object.rowID)?.executesRequests == true
    }

    /// The author and context name that the history records for transactions of this context.
    var transactionOrigin: TransactionOrigin {
        TransactionOrigin(author: transactionAuthor, contextName: name)
    }
}

extension SaveRequest {
    /// The rows that the objects have read, by ID.
    fileprivate var readRows: [(RowID, Row)] { updates.map { ($0.rowID, $0.read) } + deletions.map { ($0.rowID, $0.read) } }
}

extension NSManagedObjectContext {
    /// Applies what an incomplete save has written. The other objects keep their changes.
    private func finishIncompleteSave(_ save: IncompleteSave, _ request: SaveRequest, _ objects: SavedObjects) {
        var outcome = save.outcome
        outcome.changes.recordRowsBefore(request.readRows)
        // As after a whole save.
        isSaving = false
        finishSave(
            outcome,
            SavedObjects(
                inserted: save.insertions.map { objects.inserted[$0] }, updated: save.updates.map { objects.updated[$0] },
                deleted: save.deletions.map { objects.deleted[$0] }),
            isWhole: false)
    }
}

extension [NSManagedObject] {
    /// The objects sorted by row ID. Sorts pairs of ID and index, since sorting the objects
    /// themselves would retain and release them for each comparison.
    fileprivate var inOrder: [NSManagedObject] {
        indices.map { (rowID: self[$0].rowID, index: $0) }.sorted { $0.rowID < $1.rowID }.map { self[$0.index] }
    }
}

extension NSManagedObject {
    /// Returns the changes of this object's to-many relationships. Reads the members of changed
    /// ordered relationships, since their order is known only then.
    ///
    /// - Parameter isPassed: Whether the store is passed the object. Then reads the members of all
    ///   changed relationships: if the store's own read of them failed, it would write those only that
    ///   the changes have added.
    fileprivate final func memberChanges(isPassed: Bool) throws -> [SaveRequest.MemberChange] {
        try changedMemberSlots.map { slot in
            if isPassed || layout.kinds[slot] == .orderedToMany {
                do {
                    _ = try requireMembers(at: slot)
                } catch {
                    throw managedObjectContext?.unreadableError([self], error) ?? error
                }
            }
            return SaveRequest.MemberChange(layout: layout, rowID: rowID, slot: slot, changes: relatedObjects(at: slot).changes)
        }
    }

    /// Makes a row that was changed elsewhere the committed state, so that every value that differs
    /// from it counts as a change of this object. Does nothing if the policy has already done so, or
    /// has withdrawn the object's changes by a refresh.
    fileprivate final func acceptConflicting(_ stored: Row) {
        guard hasChanges || managedObjectContext?.checkedObjects.contains(self) == true else { return }
        if committedRow.version != stored.version || managedObjectContext?.parent != nil {
            snapshot = stored.keepingTransients(of: committedRow)
            original = nil
        }
    }
}
