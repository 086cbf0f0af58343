internal import Foundation
internal import Traps

extension NSManagedObjectContext {
    /// Whether a save would write anything.
    public var hasChanges: Bool {
        !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty
    }

    /// The objects somebody still uses.
    public var registeredObjects: Set<NSManagedObject> { Set(registry.living) }

    /// The object for an identifier if the context has one at the moment.
    public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
        (try? coordinator.known(objectID)).flatMap { registry[$0.key] }
    }

    /// The object for an identifier, as a fault. Whether its row exists shows when a value is first read: where it
    /// does not, values are nil and zero.
    ///
    /// Traps for an identifier of a store that the coordinator never had, whose numbers mean other rows here.
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
        return object(objectID.entity.layout, objectID.number, row: nil)
    }

    /// The object for an identifier, with its values; throws where there is no such row.
    public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkQueue("existingObject(with:)")
        let object = try object(known: objectID)
        // Read before the fault fires, which would make the object one of the next save's deletions.
        if object.isFault, object.row == nil, !object.isInaccessible { object.row = storedRow(object.objectID) }
        if object.row != nil { object.realise() }
        guard object.row != nil, !object.isInaccessible else {
            throw NSError(
                code: NSManagedObjectReferentialIntegrityError,
                "The store has no object \(objectID.uriRepresentation()); it was deleted.",
                [NSAffectedObjectsErrorKey: [object]]
            )
        }
        return object
    }

    /// Makes a new object part of this context, to be written with the next save.
    public func insert(_ object: NSManagedObject) {
        checkQueue("insert(_:)")
        if object.isDeletedElsewhere, object.managedObjectContext === self {
            // Its row is gone: the object becomes a new one.
            object.realise()
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
            "The entity '\(object.layout.name)' is abstract: there are objects of its subentities only. Insert one of those."
        )
        register(inserted: object, as: NSManagedObjectID.nextTemporaryNumber())
        object.awakeFromInsert()
    }

    /// Makes an object part of this context and of its next save.
    func register(inserted object: NSManagedObject, as number: Int64) {
        object.managedObjectContext = self
        object.identify(as: number, in: store(of: number)?.reference)
        object.state.insert(.inserted)
        object.state.remove([.announced, .deleted, .inaccessible])
        object.snapshot = object.row
        inserted.insert(object)
        registry.add(object, as: object.key)
        noteUnprocessed(object)
    }

    /// Has the object's row deleted with the next save. A new object is simply forgotten.
    public func delete(_ object: NSManagedObject) {
        checkQueue("delete(_:)")
        guard owns(object, "delete(_:)") else { return }
        object.prepareForDeletion()
        if !object.isDeleted { markDeleted(object) }
    }

    /// Whether an object belongs to this context; false where it left its context. Traps for another context's object.
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
        object.realise()
        object.publisher?.send()
        noteUnprocessed(object)
        object.state.insert(.deleted)
        unpropagatedDeletions.append(object)
        if object.isInserted {
            inserted.remove(object)
        } else {
            updated.remove(object)
            deleted.insert(object)
        }
    }

    /// Drops all objects and changes. Objects still held elsewhere no longer belong to a context.
    public func reset() {
        checkQueue("reset()")
        // Live results report their deletion, below.
        for object in inserted.objects + unprocessed.map(\.object) where object.number < 0 {
            departing[object.key] = object
        }
        for object in registry.living { object.detach(gone: false) }
        registry.removeAll()
        forgetChanges()
        unprocessed = []
        unpropagatedDeletions = []
        advanceGeneration()
        liveResults.reopen()
        departing = [:]
        post(.NSManagedObjectContextObjectsDidChange, [.invalidatedAllObjects: NSNull(), .sourceContext: self])
    }

    /// Undoes all changes since the last save.
    public func rollback() {
        checkQueue("rollback()")
        changing = [:]
        let new = inserted.objects
        let changed = updated.objects + deleted.objects
        unpropagatedDeletions = []
        for object in new {
            noteUnprocessed(object)
            object.state.insert(.deleted)
        }
        for object in changed {
            if object.isInaccessible {
                restoreInaccessible(object, nil)
                continue
            }
            object.publisher?.send()
            noteUnprocessed(object)
            object.row = object.snapshot ?? object.row
            object.snapshot = nil
            for related in object.related.values { related.revert() }
            object.state.remove([.updated, .deleted])
            object.awake(fromSnapshotEvents: .rollback)
        }
        forgetChanges()
        processPendingChanges()
    }

    /// Forgets which objects have unsaved changes, and what was kept about them for the next save.
    func forgetChanges() {
        inserted.removeAll()
        updated.removeAll()
        deleted.removeAll()
        checkedObjects = []
        unheard = []
        assignedStores = [:]
        changing = [:]
    }

    /// Reads the object's row anew. With `mergeChanges` its unsaved changes are kept on top, otherwise they are lost and
    /// the object becomes a fault. So does one without changes whose row is gone.
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
            noteUnprocessed(object)
            object.awake(fromSnapshotEvents: .refresh)
        } else if !object.hasChanges, !object.isInaccessible, !checkedObjects.contains(object) {
            // Its row is gone, as whoever asks it for a value next shall hear. One whose conflicts are to be found is compared by what was read.
            forgetValues(object)
        }
    }

    private func forgetValues(_ object: NSManagedObject) {
        let wasFault = object.isFault
        if !wasFault { object.willTurnIntoFault() }
        object.turnIntoFault(nil)
        if !wasFault { object.didTurnIntoFault() }
        noteUnprocessed(object)
    }

    /// `refresh(_:mergeChanges:)` with `mergeChanges` true, for all objects.
    public func refreshAllObjects() {
        for object in registry.living { refresh(object, mergeChanges: true) }
    }

    // MARK: For objects and the other files

    /// The store of an object by its number; nil for one that was not saved.
    func store(of number: Int64) -> NSPersistentStore? { number > 0 ? coordinator.stores.store(of: number) : nil }

    /// The one object for a row; `row` is kept for the time when its values are read.
    func object(_ layout: EntityLayout, _ number: Int64, row: Row?) -> NSManagedObject {
        let number = permanentNumbers.current(number)
        let key = RowKey(layout, number)
        if let object = registry[key] {
            if let row { offer(row, to: object) }
            return object
        }
        let layout = row?.layout ?? layout
        return make(key, layout.entity, layout.managedObjectClass, row, store(of: number)?.reference)
    }

    /// The one object for each row; what is the same for all rows of an entity and a store is asked for once.
    ///
    /// Begins at the end, where rows move out of their array: to copy each would fetch it from memory once more.
    func objects(of rows: consuming [NumberedRow]) -> [NSManagedObject] {
        // All empty arrays of the process are one, into which the initialiser below would write its count.
        if rows.isEmpty { return [] }
        let (stores, count) = (coordinator.stores, rows.count)
        return Array(unsafeUninitializedCapacity: count) { objects, initialized in
            while let last = rows.last {
                let layout = last.row.layout
                let store = last.number > 0 ? stores.store(of: last.number) : nil
                takeObjects(
                    of: layout.entity, layout.managedObjectClass, store?.reference, KeySpace(of: last.number), from: &rows,
                    into: objects)
            }
            initialized = count
        }
    }

    /// Moves the rows of one entity and store off the end of `rows` and puts the object of each into the same place of `objects`.
    private func takeObjects(
        of entity: NSEntityDescription, _ type: NSManagedObject.Type, _ store: StoreReference?, _ keySpace: KeySpace,
        from rows: inout [NumberedRow], into objects: UnsafeMutableBufferPointer<NSManagedObject>
    ) {
        let layout = entity.layout
        while let index = rows.indices.last, rows[index].row.layout === layout, KeySpace(of: rows[index].number) == keySpace {
            let row = rows.removeLast()
            let number = row.number < 0 ? permanentNumbers.current(row.number) : row.number
            let key = RowKey(layout, number)
            if let object = registry[key] {
                offer(row.row, to: object)
                objects.initializeElement(at: index, to: object)
            } else {
                let store = number == row.number ? store : self.store(of: number)?.reference
                objects.initializeElement(at: index, to: make(key, entity, type, row.row, store))
            }
        }
    }

    /// Leaves a row that was just read with an object that has not been looked at.
    private func offer(_ row: Row, to object: NSManagedObject) {
        if object.isInaccessible {
            restoreInaccessible(object, row)
        } else if object.isFault {
            object.row = row
        }
    }

    private func make(
        _ key: RowKey, _ entity: NSEntityDescription, _ type: NSManagedObject.Type, _ row: consuming Row?,
        _ store: StoreReference?
    ) -> NSManagedObject {
        let object = type.init(entity: entity, insertInto: nil)
        object.stand(for: row, as: key.number, in: store, registry)
        registry.add(object, as: key)
        return object
    }

    /// The row of an object that was not read yet; nil where there is none.
    ///
    /// Traps where the store cannot be read: a property has no way to throw.
    func storedRow(_ objectID: NSManagedObjectID) -> Row? {
        do {
            let number = objectID.number
            return try source.rows(objectID.entity.layout, CollectionOfOne(number), maxAge: stalenessInterval)[number]
        } catch {
            trap("\(objectID.uriRepresentation()) could not be read: \(error.localizedDescription)")
        }
    }

    /// Gives the object new stored values and puts its own changes back on top. What no store keeps stays.
    func rebase(_ object: NSManagedObject, on row: Row) {
        let row = row.keepingTransients(of: object.snapshot ?? object.row)
        object.publisher?.send()
        if object.isInaccessible { return restoreInaccessible(object, row) }
        for related in object.related.values { related.turnIntoFault() }
        let changed = object.changedSlots
        guard let old = object.row, !changed.isEmpty else {
            object.row = row
            if object.snapshot != nil { object.snapshot = row }
            return
        }
        object.snapshot = row
        object.row = row
        for slot in changed { object.row?.values[slot] = old.values[slot] }
    }
}

extension NSManagedObject {
    final var key: RowKey { RowKey(layout, number) }
}
