internal import Foundation
internal import StrataTraps

extension NSManagedObjectContext {
    /// Whether the context has inserted, updated or deleted objects.
    public var hasChanges: Bool {
        !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
    }

    /// The objects of this context that are in use.
    public var registeredObjects: Set<NSManagedObject> { Set(registry.living) }

    /// Returns the object for an ID if it is registered with the context; otherwise nil. Reads
    /// nothing from the store.
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        (try? coordinator.known(objectID)).flatMap { registry[$0.key] }
    }

    /// Returns the object for an ID, as a fault if the context has none yet. Does not check that
    /// the row exists. If it does not, the first access to a value marks the object as deleted; see
    /// `shouldDeleteInaccessibleFaults`.
    ///
    /// Traps for an ID from a store that the coordinator never had, since its row ID would identify
    /// a different row in this context.
    public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
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

    /// Returns the object for an ID, and reads its values if it is a fault. Throws
    /// NSManagedObjectReferentialIntegrityError if the row does not exist, and the store's error if
    /// it cannot be read.
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue("existingObject(with:)")
        let object = try object(known: objectID)
        // Read the row before firing the fault: a fault that finds no row is marked as deleted.
        if object.isFault, object.row == nil, !object.isInaccessible { object.row = try readRow(object.objectID) }
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

    /// Inserts a new object into this context, to be written by the next save.
    ///
    /// Traps for an object of another context, and for one of an abstract entity.
    public func insert(_ object: NSManagedObject) {
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
        object.managedObjectContext = self
        object.identify(as: rowID, in: store(of: rowID)?.reference)
        object.state.insert(.inserted)
        object.state.remove([.announced, .deleted, .inaccessible])
        object.snapshot = object.row
        inserted.insert(object)
        registry.add(object, as: object.key)
        addUnprocessed(object)
    }

    /// Marks an object for deletion by the next save. An object that was never saved is only
    /// removed from the context.
    public func delete(_ object: NSManagedObject) {
        checkQueue("delete(_:)")
        guard owns(object, "delete(_:)") else { return }
        object.prepareForDeletion()
        if !object.isDeleted { markDeleted(object) }
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
        unpropagatedDeletions.append(object)
        if object.isInserted {
            inserted.remove(object)
        } else {
            updated.remove(object)
            deleted.insert(object)
        }
    }

    /// Removes all objects from the context and discards all changes. Objects that the app still
    /// uses no longer belong to a context.
    public func reset() {
        checkQueue("reset()")
        // Live results report these as deleted when they reopen below.
        for object in inserted.objects + unprocessed.map(\.object) where object.rowID.isTemporary {
            removedObjects[object.key] = object
        }
        for object in registry.living { object.detach(gone: false) }
        registry.removeAll()
        forgetChanges()
        unprocessed = []
        unpropagatedDeletions = []
        advanceGeneration()
        liveResults.reopen()
        removedObjects = [:]
        post(.NSManagedObjectContextObjectsDidChange, [.invalidatedAllObjects: NSNull(), .sourceContext: self])
    }

    /// Discards all changes since the last save: removes inserted objects from the context, and
    /// restores the committed values of all others.
    public func rollback() {
        checkQueue("rollback()")
        changing = [:]
        let new = inserted.objects
        let changed = updated.objects + deleted.objects
        unpropagatedDeletions = []
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
            for related in object.related.values { related.revert() }
            object.state.remove([.updated, .deleted])
            object.awake(fromSnapshotEvents: .rollback)
        }
        forgetChanges()
        processPendingChanges()
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
    }

    /// Updates an object from its row.
    ///
    /// With `mergeChanges` true, the row is read again and unsaved changes are kept on top of it.
    /// With false, the object becomes a fault and its unsaved changes are lost. An object without
    /// changes whose row is deleted becomes a fault in both cases.
    public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        checkQueue("refresh(_:mergeChanges:)")
        guard owns(object, "refresh(_:mergeChanges:)"), !object.isInserted else { return }
        if !flag {
            updated.remove(object)
            deleted.remove(object)
            object.state.remove(.deleted)
            forgetValues(object)
        } else if let row = storedRow(object.objectID) {
            rebase(object, on: row)
            addUnprocessed(object)
            object.awake(fromSnapshotEvents: .refresh)
        } else if !object.hasChanges, !object.isInaccessible, !checkedObjects.contains(object) {
            // Its row was deleted: the next access to a value finds that out. An object that the
            // next save checks for conflicts keeps its row for the comparison.
            forgetValues(object)
        }
    }

    private func forgetValues(_ object: NSManagedObject) {
        let wasFault = object.isFault
        if !wasFault { object.willTurnIntoFault() }
        object.turnIntoFault(nil)
        if !wasFault { object.didTurnIntoFault() }
        addUnprocessed(object)
    }

    /// Calls `refresh(_:mergeChanges:)` with `mergeChanges` true on all registered objects.
    public func refreshAllObjects() {
        for object in registry.living { refresh(object, mergeChanges: true) }
    }
}
