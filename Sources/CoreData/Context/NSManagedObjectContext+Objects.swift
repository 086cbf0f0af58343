internal import Foundation
internal import StrataTraps

extension NSManagedObjectContext {
    var isChanged: Bool {
        !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
    }

    var livingObjects: Set<NSManagedObject> { Set(registry.living) }

    func objectInUse(for objectID: NSManagedObjectID) -> NSManagedObject? {
        // Ignored: a context has no object of a store that its coordinator does not know.
        (try? coordinator.known(objectID)).flatMap { registry[$0.key] }
    }

    func objectOrFault(with objectID: NSManagedObjectID) -> NSManagedObject {
        checkQueue("object(with:)")
        do {
            return try object(known: objectID)
        } catch {
            trap(error.localizedDescription)
        }
    }

    private func object(known objectID: NSManagedObjectID) throws -> NSManagedObject {
        let objectID = try coordinator.known(objectID)
        return object(objectID.entity.layout, objectID.rowID, row: nil)
    }

    func storedObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue("existingObject(with:)")
        let object = try object(known: objectID)
        // Read the row before firing the fault: a fault that finds no row is marked as deleted. A row that
        // was gone may exist again.
        if object.isInaccessible || object.isFault && object.row == nil, let row = try readRow(object.objectID) {
            offer(row, to: object)
        }
        if object.row != nil { object.fireFault() }
        guard object.row != nil, !object.isInaccessible else {
            throw NSError(
                code: NSManagedObjectReferentialIntegrityError,
                "The store has no object \(objectID.uriRepresentation()); it was deleted.",
                [NSAffectedObjectsErrorKey: [object]]
            )
        }
        return object
    }

    func insertObject(_ object: NSManagedObject) {
        checkQueue("insert(_:)")
        if object.isDeletedElsewhere, object.managedObjectContext === self {
            // Its row was deleted, so the object is inserted as a new one.
            object.fireFault()
            registry.remove(object.key)
            object.detach(gone: true)
            object.forgetRelated()
        }
        if object.wasInContext, let context = object.managedObjectContext {
            require(context === self, "The object belongs to another context; insert it into one only.")
            // The queue of deletions may keep the object: no rule is applied to one that is not deleted.
            if object.state.contains(.deleted), !object.isInaccessible { withdrawDeletion(of: object) }
            return
        }
        require(
            !object.entity.isAbstract,
            "The entity '\(object.layout.name)' is abstract. Insert an object of one of its subentities."
        )
        register(inserted: object, as: NSManagedObjectID.nextTemporaryRowID())
        object.awakeFromInsert()
    }

    /// Registers an object as inserted, under an ID that is temporary unless a child obtained a
    /// permanent one.
    func register(inserted object: NSManagedObject, as rowID: RowID) {
        // A discarded object may have made collections without its members.
        if object.state.contains(.discarded) { object.releaseRelated() }
        object.managedObjectContext = self
        object.identify(as: rowID, in: store(of: rowID)?.reference)
        object.state.insert(.inserted)
        object.state.remove([.announced, .deleted, .discarded, .inaccessible, .merged])
        object.snapshot = object.row
        object.original = nil
        inserted.insert(object)
        registry.add(object, as: object.key)
        addUnprocessed(object)
    }

    func deleteObject(_ object: NSManagedObject) {
        checkQueue("delete(_:)")
        guard owns(object, "delete(_:)") else { return }
        // Marked first, so that objects that delete each other in `prepareForDeletion()` can ask for
        // `isDeleted`. Delete rules are applied later, and the method sees the relationships as they were.
        if !object.isDeleted { markDeleted(object) }
        prepareDeletion(of: object)
    }

    /// Returns whether an object belongs to this context; false if it belongs to none. Traps for
    /// another context's object.
    private func owns(_ object: NSManagedObject, _ method: String) -> Bool {
        guard let owner = object.managedObjectContext else { return false }
        require(
            owner === self,
            """
            The object \(object.objectID.uriRepresentation()) belongs to another context than the one whose \(method) was called. \
            Call it on the object's managedObjectContext, or get the object here with object(with: other.objectID).
            """
        )
        return true
    }

    func markDeleted(_ object: NSManagedObject) {
        object.fireFault()
        object.publisher?.send()
        addUnprocessed(object)
        object.state.insert(.deleted)
        object.state.remove(.propagated)
        unpropagatedDeletions.append(object)
        if object.isInserted {
            inserted.remove(object)
        } else {
            updated.remove(object)
            deleted.insert(object)
        }
    }

    func forgetObjects() {
        checkQueue("reset()")
        forgetUndo()
        // Live results report these as deleted when they reopen below.
        for object in inserted.objects + unprocessed.map(\.object) where object.rowID.isTemporary {
            removedObjects[object.key] = object
        }
        for object in registry.living { object.detach(gone: false) }
        registry.removeAll()
        hasLostRows = false
        forgetChanges()
        unprocessed = []
        (unpropagatedDeletions, deletionsInProgress) = ([], DeletionsInProgress())
        (failedReads.outdated, failedReads.recovered) = ([:], [])
        advanceGeneration()
        keepRemovedObjects { follower?.reopen() }
        post(.NSManagedObjectContextObjectsDidChange, [.invalidatedAllObjects: NSNull(), .sourceContext: self])
    }

    func discardChanges() {
        checkQueue("rollback()")
        forgetUndo()
        changing = [:]
        let new = inserted.objects
        let changed = updated.objects + deleted.objects
        (unpropagatedDeletions, deletionsInProgress) = ([], DeletionsInProgress())
        for object in new {
            addUnprocessed(object)
            object.state.insert(.deleted)
        }
        for object in changed {
            if object.isInaccessible {
                restoreInaccessible(object, nil)
                continue
            }
            object.publisher?.send()
            addUnprocessed(object)
            object.row = object.snapshot ?? object.row
            object.snapshot = nil
            object.forgetUnread()
            for related in object.related.values { related.revert() }
            object.state.remove([.updated, .deleted])
            object.awake(fromSnapshotEvents: .rollback)
        }
        forgetChanges()
        publishPendingChanges(undoable: false)
    }

    /// Clears the lists of changed objects and everything that is kept for the next save.
    func forgetChanges() {
        inserted.removeAll()
        updated.removeAll()
        deleted.removeAll()
        checkedObjects = []
        unreported = []
        assignedStores = [:]
        changing = [:]
        mayNameReplacedIDs = false
    }

    /// Forgets the changes of some of the objects, which were saved.
    func forgetChanges(of objects: SavedObjects) {
        for object in objects.inserted { inserted.remove(object) }
        for object in objects.updated { updated.remove(object) }
        for object in objects.deleted { deleted.remove(object) }
        let saved = Set(objects.inserted + objects.updated + objects.deleted)
        checkedObjects.subtract(saved)
        unreported.subtract(saved)
    }

    /// Forgets that objects were changed whose stored values are those before the first tracked change
    /// again, except those that were changed before.
    package func forgetUnchanged(except known: Set<NSManagedObject>) {
        for object in updated.objects where !known.contains(object) && !object.hasTrackedPersistentChanges {
            updated.remove(object)
            object.snapshot = nil
            object.state.remove(.updated)
            object._didLoseChanges()
        }
    }

    func refreshObject(_ object: NSManagedObject, mergeChanges flag: Bool) {
        checkQueue("refresh(_:mergeChanges:)")
        guard owns(object, "refresh(_:mergeChanges:)"), !object.isInserted else { return }
        recordUndo(beforeRefreshing: object)
        // A fault without changes has nothing to keep, and reads its row when it is used.
        if flag, object.isFault, !object.hasChanges, !object.isInaccessible, !checkedObjects.contains(object) {
            return forgetValues(object)
        }
        if !flag { return discardChanges(of: object) }
        let stored: Row?
        do {
            stored = try readRow(object.objectID)
        } catch {
            recordFailedRead(error)
            return keepOutdated(object)
        }
        if let row = stored {
            rebase(object, on: row)
            addUnprocessed(object)
            object.awake(fromSnapshotEvents: .refresh)
        } else if !object.hasChanges, !object.isInaccessible, !checkedObjects.contains(object) {
            // Its row was deleted: the next access to a value finds that out. An object that the
            // next save checks for conflicts keeps its row for the comparison.
            forgetValues(object)
        }
    }

    /// Discards the changes of an object that was saved, or its deletion, and turns it into a fault.
    func discardChanges(of object: NSManagedObject) {
        updated.remove(object)
        deleted.remove(object)
        object.state.remove(.deleted)
        forgetDeferredDeletion(of: object)
        forgetValues(object)
    }

    private func forgetValues(_ object: NSManagedObject) {
        if object.isFault, object.hasOnlyPage, !object.hasChanges { return addUnprocessed(object) }
        let wasFault = object.isFault
        // The page of a fault that has no row yet will be read from the store.
        let page = wasFault && object.row == nil ? object.provision : nil
        if !wasFault { object.willTurnIntoFault() }
        object.turnIntoFault(nil)
        if case .page = page { object.provision = page }
        if !wasFault { object.didTurnIntoFault() }
        addUnprocessed(object)
    }

    func refreshLivingObjects() {
        checkQueue("refreshAllObjects()")
        for object in registry.living {
            // An object whose row was deleted elsewhere keeps its values as long as it is in use.
            let keepsValues =
                object.hasChanges || object.isInaccessible || object.hasTransientValues || checkedObjects.contains(object)
            refresh(object, mergeChanges: keepsValues)
        }
        publishPendingChanges()
    }
}
