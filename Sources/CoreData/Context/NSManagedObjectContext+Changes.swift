extension NSManagedObjectContext {
    /// Called by an object before one of its values changes.
    func objectWillChange(_ object: NSManagedObject) {
        // It has no row to save, and observers have been notified of its deletion.
        if object.isDeletedElsewhere { return }
        if !object.state.contains(.unprocessed) { noteUnprocessed(object, isEdit: !object.isDeleted) }
        if object.state.isDisjoint(with: [.inserted, .updated, .deleted]) {
            object.state.insert(.updated)
            updated.insert(object)
        }
    }

    /// An object that changed since changes were last processed, and its values as they were then.
    struct EventChange {
        let object: NSManagedObject
        let row: Row?
        /// Whether an edit came first: then the row is what everybody knew of the object.
        let isEdit: Bool
    }

    func rowAtEventStart(of object: NSManagedObject) -> Row? {
        (unprocessed.first { $0.object === object } ?? currentEvent.first { $0.object === object })?.row
    }

    func noteUnprocessed(_ object: NSManagedObject, isEdit: Bool = false) {
        guard !object.state.contains(.unprocessed) else { return }
        object.state.insert(.unprocessed)
        unprocessed.append(EventChange(object: object, row: object.row, isEdit: isEdit))
        guard !isProcessingScheduled else { return }
        isProcessingScheduled = true
        queue.asyncIfQueued { [weak self] in self?.processPendingChanges() }
    }

    /// Tells observers and live results of the changes made since the last call.
    ///
    /// Called by itself at the end of each `perform`, before a save or fetch, and soon after a change on the main queue.
    public func processPendingChanges() {
        checkQueue("processPendingChanges()")
        isProcessingScheduled = false
        if propagatesDeletesAtEndOfEvent { propagateDeletions() }
        guard !unprocessed.isEmpty else { return }
        var changes = ChangeSet()
        var new: [NSManagedObject] = []
        var changed: [NSManagedObject] = []
        // New objects that an earlier notification has named as inserted.
        var changedNew: [NSManagedObject] = []
        var gone: Set<NSManagedObject> = []
        var refreshed: Set<NSManagedObject> = []
        currentEvent = unprocessed
        defer { endEvent() }
        unprocessed = []
        for change in currentEvent {
            let object = change.object
            object.state.remove(.unprocessed)
            if object.isDeleted {
                gone.insert(object)
                changes.note(.deleted, object.entity, object.number)
                // A new object that is deleted before it was saved has nothing left to do here.
                if object.isInserted {
                    registry.remove(object.key)
                    object.detach(gone: false)
                }
            } else if object.isInserted {
                if object.state.contains(.announced) { changedNew.append(object) } else { new.append(object) }
                object.state.insert(.announced)
                changes.note(.inserted, object.entity, object.number)
            } else {
                if object.isUpdated { changed.append(object) } else { refreshed.insert(object) }
                changes.note(.updated, object.entity, object.number)
            }
        }
        if currentEvent.count <= ChangeSet.mostRowsBefore {
            changes.noteBefore(currentEvent.compactMap { event in event.row.map { (event.object.number, $0) } })
        }
        changes.edited = Set(currentEvent.lazy.filter(\.isEdit).map(\.object.number))
        tellLiveResults(changes, departing: gone)
        postObjectsDidChange([
            .insertedObjects: Self.set(new, of: &inserted), .updatedObjects: Self.set(changed, of: &updated).union(changedNew),
            .deletedObjects: gone, .refreshedObjects: refreshed,
        ])
    }

    private func endEvent() {
        // What observers changed meanwhile belongs to the next event.
        for change in currentEvent where change.object.hasRelated && !change.object.state.contains(.unprocessed) {
            for related in change.object.related.values { related.endEvent() }
        }
        currentEvent = []
    }

    /// Some of a list's objects, each once, as a set; the list's own where they are all of it.
    private static func set(_ objects: [NSManagedObject], of all: inout ChangedObjects) -> Set<NSManagedObject> {
        objects.count == all.count ? all.set : Set(objects)
    }
}
