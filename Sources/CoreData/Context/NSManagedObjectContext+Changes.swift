internal import StrataUndo

extension NSManagedObjectContext {
    /// Registers a change of an object. Called by the object before one of its values changes.
    func objectWillChange(_ object: NSManagedObject) {
        // Such an object has no row to save, and observers were notified of its deletion.
        if object.isDeletedElsewhere { return }
        if !object.state.contains(.unprocessed) { addUnprocessed(object, isEdit: !object.isDeleted) }
        if object.state.isDisjoint(with: [.inserted, .updated, .deleted]) {
            object.state.insert(.updated)
            updated.insert(object)
        }
    }

    /// Returns the row that an object had when changes were last processed; while they are being
    /// published, the row that it had before that. nil if the object has not changed since.
    func rowAtEventStart(of object: NSManagedObject) -> Row? {
        (unprocessed.first(of: object) ?? currentEvent.first(of: object))?.row
    }

    /// Calls `body` with each object that changed in the event whose notification is being posted,
    /// except deleted ones, and with the slots of the relationships that may have changed in it.
    package func forEachRelationshipChange(_ body: (NSManagedObject, [Int]) -> Void) {
        // A new object that was deleted has left the context.
        for change in currentEvent where !change.object.isDeleted && change.object.wasInContext {
            let object = change.object
            let kinds = object.layout.kinds
            let slots = kinds.indices.filter { slot in
                if kinds[slot].isToMany { return object.hasRelated && object.related[slot]?.isTouchedInEvent == true }
                guard kinds[slot] == .toOne else { return false }
                guard let before = change.row, let row = object.row else { return true }
                return before.values[slot] != row.values[slot]
            }
            body(object, slots)
        }
    }

    func addUnprocessed(_ object: NSManagedObject, isEdit: Bool = false) {
        guard !object.state.contains(.unprocessed) else { return }
        chooseUndoManager?()
        unprocessed.append(EventChange(object: object, row: object.row, state: object.state, isEdit: isEdit))
        object.state.insert(.unprocessed)
        if let event = UndoEvent.current, recordingManager != nil || event.endsTurn && isUsedOnMainQueue { event.add(self) }
        scheduleProcessing()
    }

    /// Schedules the processing of pending changes on the context's queue.
    func scheduleProcessing() {
        guard !isProcessingScheduled else { return }
        isProcessingScheduled = true
        queue.asyncIfQueued { [weak self] in self?.finishEvent() }
    }

    /// - Parameter undoable: Whether the changes are registered with the undo manager, if there is one.
    func publishPendingChanges(undoable: Bool = true) {
        checkQueue("processPendingChanges()")
        isProcessingScheduled = false
        // Rows that a merge could not read are tried with each event: no access reads them, since
        // their objects have values.
        if failedReads.hasNews || !failedReads.outdated.isEmpty { publishRecovery() }
        if propagatesDeletesAtEndOfEvent { propagateDeletions() } else { propagateDeletionsOfNewObjects() }
        let waiting = takeChangesOfNewDeletions()
        guard !unprocessed.isEmpty else {
            unprocessed = waiting
            return
        }
        let undo = undoable && recordingManager?.isUndoRegistrationEnabled == true ? undoRecords() : []
        var changes = ChangeSet()
        var new: [NSManagedObject] = []
        var changed: [NSManagedObject] = []
        // New objects that an earlier notification listed as inserted.
        var changedNew: [NSManagedObject] = []
        var gone: Set<NSManagedObject> = []
        var refreshed: Set<NSManagedObject> = []
        currentEvent = unprocessed
        defer { endEvent() }
        unprocessed = waiting
        for change in currentEvent {
            let object = change.object
            object.state.remove(.unprocessed)
            if object.isDeleted {
                gone.insert(object)
                changes.record(.deleted, object.entity, object.rowID)
                // Removes a new object that was deleted without having been saved from the context.
                if object.isInserted {
                    registry.remove(object.key)
                    object.discard()
                }
            } else if object.isInserted {
                if object.state.contains(.announced) { changedNew.append(object) } else { new.append(object) }
                object.state.insert(.announced)
                changes.record(.inserted, object.entity, object.rowID)
            } else {
                if object.isUpdated { changed.append(object) } else { refreshed.insert(object) }
                changes.record(.updated, object.entity, object.rowID)
            }
        }
        if currentEvent.count <= ChangeSet.mostRowsBefore {
            changes.recordRowsBefore(currentEvent.compactMap { event in event.row.map { (event.object.rowID, $0) } })
        }
        changes.edited = Set(currentEvent.lazy.filter(\.isEdit).map(\.object.rowID))
        registerUndo(undo)
        notifyLiveResults(changes, removed: gone)
        postObjectsDidChange([
            .insertedObjects: Self.set(new, of: &inserted), .updatedObjects: Self.set(changed, of: &updated).union(changedNew),
            .deletedObjects: gone, .refreshedObjects: refreshed,
        ])
    }

    /// Removes the changes of new objects from the event that were deleted and whose delete rules could
    /// not be applied, and returns them. Such an object leaves the context with a later event.
    private func takeChangesOfNewDeletions() -> EventChanges {
        let waiting = newObjectsAwaitingRules
        if waiting.isEmpty { return [] }
        var changes = unprocessed
        changes.removeAll { !waiting.contains($0.object) }
        unprocessed.removeAll { waiting.contains($0.object) }
        return changes
    }

    private func endEvent() {
        // Changes made by observers belong to the next event.
        for change in currentEvent where change.object.hasRelated && !change.object.state.contains(.unprocessed) {
            for related in change.object.related.values { related.endEvent() }
        }
        currentEvent = []
    }

    /// Returns objects of a list as a set. Reuses the list's own set if they are all of its
    /// objects.
    private static func set(_ objects: [NSManagedObject], of all: inout ChangedObjects) -> Set<NSManagedObject> {
        objects.count == all.count ? all.set : Set(objects)
    }
}
