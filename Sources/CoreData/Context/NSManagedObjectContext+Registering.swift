internal import Foundation

extension NSManagedObjectContext {
    /// Returns the store of an object by its row ID; nil for a temporary ID, and if the store was
    /// removed.
    func store(of rowID: RowID) -> NSPersistentStore? { rowID.isPermanent ? coordinator.stores.store(of: rowID) : nil }

    /// Returns the object for a row, and creates a fault if there is none. A fault keeps `row`
    /// until it fires.
    func object(_ layout: EntityLayout, _ rowID: RowID, row: Row?) -> NSManagedObject {
        let rowID = permanentIDs.current(rowID)
        let key = RowKey(layout, rowID)
        if let object = registry[key] {
            if let row { offer(row, to: object) }
            return object
        }
        let layout = row?.layout ?? layout
        return make(key, layout.entity, layout.managedObjectClass, row, store(of: rowID)?.reference)
    }

    /// Returns the object for each row. Looks up the entity's class and the store once for each run
    /// of rows that share them.
    ///
    /// Starts at the end, so that rows can be moved out of the array: a copy of each would cost
    /// another cache miss.
    func objects(of rows: consuming [IdentifiedRow]) -> [NSManagedObject] {
        // All empty arrays share one static buffer, which the initializer below would write a count
        // into.
        if rows.isEmpty { return [] }
        let (stores, count) = (coordinator.stores, rows.count)
        return Array(unsafeUninitializedCapacity: count) { objects, initialized in
            while let last = rows.last {
                let layout = last.row.layout
                let store = last.rowID.isPermanent ? stores.store(of: last.rowID) : nil
                takeObjects(
                    of: layout.entity, layout.managedObjectClass, store?.reference, KeySpace(of: last.rowID), from: &rows,
                    into: objects)
            }
            initialized = count
        }
    }

    /// Returns the object for each key, and creates faults for keys that have none. Looks up the
    /// class and the store once for each run of keys that share them.
    func faults(_ keys: some Collection<(layout: EntityLayout, rowID: RowID)>) -> [NSManagedObject] {
        let stores = coordinator.stores
        var found: (keySpace: KeySpace, reference: StoreReference?)?
        var known: (layout: EntityLayout, entity: NSEntityDescription, type: NSManagedObject.Type)?
        return keys.map { key in
            let rowID = permanentIDs.current(key.rowID)
            let rowKey = RowKey(key.layout, rowID)
            if let object = registry[rowKey] { return object }
            let kind: (layout: EntityLayout, entity: NSEntityDescription, type: NSManagedObject.Type)
            if let known, known.layout === key.layout {
                kind = known
            } else {
                kind = (key.layout, key.layout.entity, key.layout.managedObjectClass)
                known = kind
            }
            if rowID.isTemporary { return make(rowKey, kind.entity, kind.type, nil, nil) }
            let keySpace = KeySpace(of: rowID)
            if found?.keySpace != keySpace { found = (keySpace, stores.store(of: rowID)?.reference) }
            return make(rowKey, kind.entity, kind.type, nil, found?.reference)
        }
    }

    /// Moves the rows of one entity and store off the end of `rows` and writes each row's object to
    /// the same index of `objects`.
    private func takeObjects(
        of entity: NSEntityDescription, _ type: NSManagedObject.Type, _ store: StoreReference?, _ keySpace: KeySpace,
        from rows: inout [IdentifiedRow], into objects: UnsafeMutableBufferPointer<NSManagedObject>
    ) {
        let layout = entity.layout
        while let index = rows.indices.last, rows[index].row.layout === layout, KeySpace(of: rows[index].rowID) == keySpace {
            let read = rows[index].rowID
            let rowID = read.isTemporary ? permanentIDs.current(read) : read
            let key = RowKey(layout, rowID)
            if let object = registry[key] {
                offer(rows.removeLast().row, to: object)
                objects.initializeElement(at: index, to: object)
            } else {
                let store = rowID == read ? store : self.store(of: rowID)?.reference
                objects.initializeElement(at: index, to: make(key, entity, type, rows.removeLast().row, store))
            }
        }
    }

    /// Stores a row that was just read in its object if the object is a fault, or if its row was gone
    /// before.
    func offer(_ row: Row, to object: NSManagedObject) {
        if object.isInaccessible {
            restoreInaccessible(object, row)
        } else if object.isFault {
            object.provide(row)
        }
    }

    /// Returns a fault that later look-ups do not find.
    func unregisteredFault(_ layout: EntityLayout, _ rowID: RowID) -> NSManagedObject {
        let object = layout.managedObjectClass.init(entity: layout.entity, insertInto: nil)
        object.stand(for: nil, as: rowID, in: store(of: rowID)?.reference, registry)
        return object
    }

    private func make(
        _ key: RowKey, _ entity: NSEntityDescription, _ type: NSManagedObject.Type, _ row: consuming Row?,
        _ store: StoreReference?
    ) -> NSManagedObject {
        let object = type.init(entity: entity, insertInto: nil)
        object.stand(for: consume row, as: key.rowID, in: store, registry)
        registry.add(object, as: key)
        return object
    }

    /// Reads the row of an object from the source; nil if it does not exist. Throws if the store
    /// cannot be read.
    func readRow(_ objectID: NSManagedObjectID) throws -> Row? {
        let rowID = objectID.rowID
        let rows = try source.rows(objectID.entity.layout, [rowID], maxAge: stalenessInterval)
        if failedReads.isActive { applyUnreadChanges() }
        return rows[rowID]
    }

    /// Makes a row the object's committed state and applies its unsaved changes on top. Transient
    /// values are kept.
    func rebase(_ object: NSManagedObject, on row: Row) {
        let row = row.keepingTransients(of: object.snapshot ?? object.row)
        object.publisher?.send()
        if object.isInaccessible { return restoreInaccessible(object, row) }
        let changed = object.changedSlots
        object.original = nil
        object.turnMembersIntoFaults()
        if object.isUnread { return object.provide(row) }
        guard let old = object.row, !changed.isEmpty else {
            object.row = row
            if object.snapshot != nil { object.snapshot = row }
            return
        }
        object.snapshot = row
        object.row = row
        for slot in changed { object.row?.values[slot] = old.values[slot] }
    }

    /// Gives the object of a row that a save has corrected, but not written for the context, the new
    /// row. Returns the object.
    func mergeRow(_ row: Row, of reference: ObjectReference) -> NSManagedObject {
        let object = object(reference)
        if object.isFault, !object.isInaccessible {
            object.publisher?.send()
            object.turnMembersIntoFaults()
            object.provide(row)
        } else {
            rebase(object, on: row)
            addUnprocessed(object)
        }
        return object
    }
}

extension NSManagedObject {
    /// Turns to-many relationships into faults, so that their members are read again. Transient ones
    /// keep their members, which no store has.
    final func turnMembersIntoFaults() {
        for (slot, related) in related where !layout.isTransientToMany(slot) { related.turnIntoFault() }
    }

    final var key: RowKey { RowKey(layout, rowID) }
}
