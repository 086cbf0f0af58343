internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObjectContext {
    /// Returns the objects, object IDs, dictionaries or count that a request asks for, sorted by
    /// its sort descriptors and then by row ID. Unsaved changes of this context count as if they
    /// were saved, unless `includesPendingChanges` is false.
    ///
    /// Objects are returned as faults, unless `returnsObjectsAsFaults` is false. The fetch also
    /// reads their rows, unless `fetchBatchSize`, `includesPropertyValues` or `propertiesToFetch`
    /// restrict what it reads. An object that is registered with the context and has values keeps
    /// them, unless `shouldRefreshRefetchedObjects` is true.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        checkQueue("fetch(_:)")
        if failedReads.isActive {
            applyUnreadChanges()
            if !failedReads.outdated.isEmpty { scheduleProcessing() }
        }
        let fetch = try Fetch(request, in: self)
        if case .objects = fetch.results { return try request.typed(objects(of: fetch)) }
        return try results(of: fetch).map(request.typed)
    }

    /// Returns the number of results that a fetch of the request would return.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        checkQueue("count(for:)")
        let fetch = try Fetch(request, in: self)
        if case .dictionaries(let columns?) = fetch.results { return try count(columns) }
        return try count(fetch)
    }

    /// Returns the number of dictionaries of a fetch with named columns.
    private func count(_ columns: ColumnQuery) throws -> Int {
        let stores = try storesRead
        if try columns.isDistinct || stores.isOfGroups(columns) { return try stores.fetch(columns).count }
        return try stores.count(columns.rows)
    }

    func count(_ query: StoreQuery, pending: Bool) throws -> Int {
        let affected = pending ? try objectsAffected(query) : [:]
        return affected.isEmpty ? try source.count(query) : try count(query, affected: affected)
    }

    /// Returns the matching rows of the source, with this context's changes applied.
    func rows(matching query: StoreQuery, pending: Bool) throws -> [IdentifiedRow] {
        let affected = pending ? try objectsAffected(query) : [:]
        return affected.isEmpty ? try source.fetch(query) : try merged(query, affected: affected)
    }

    func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        guard let request = request as? any ExecutableRequest else {
            if let result = try resultInStores(request) { return result }
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "\(type(of: request)) cannot be executed. Use a fetch, batch or history request."
            )
        }
        return try request.execute(in: self)
    }
}

extension NSManagedObjectContext {
    func results(of fetch: Fetch) throws -> [Any] {
        let stores = try storesRead
        switch fetch.results {
        case .count:
            return [NSNumber(value: try count(fetch))]
        case .dictionaries(let columns?):
            return try stores.fetch(columns)
        case .dictionaries(nil):
            if readsStoreDirectly, stores.readsSingleRows(fetch.query) {
                return try stores.fetch(ColumnQuery(rows: fetch.query, columns: []))
            }
            return try source.fetch(fetch.query).map { resultDictionary($0.row) }
        case .identifiers:
            let affected = try affectedObjects(fetch)
            if affected.isEmpty, readsStoreDirectly { return try stores.keys(fetch.query).map(objectID) }
            return try merged(fetch.query, affected: affected).map { objectID($0.row.layout, $0.rowID) }
        case .objects:
            return try objects(of: fetch)
        }
    }

    /// Returns the results of a fetch from rows that were already read. Executes the fetch again if
    /// unsaved changes affect its result.
    func results(of fetch: Fetch, rows: [IdentifiedRow]) throws -> [Any] {
        if case .dictionaries = fetch.results { return rows.map { resultDictionary($0.row) } }
        return try affectedObjects(fetch).isEmpty ? objects(of: fetch, rows: rows) : results(of: fetch)
    }

    /// Returns the IDs of the stored objects that a request asks for, which are made when they are
    /// used. Unsaved changes are left out.
    package func fetchIdentifiers(_ request: NSFetchRequest<NSManagedObjectID>) throws -> FetchedIdentifiers {
        checkQueue("fetch(_:)")
        let fetch = try Fetch(request, in: self)
        let stores = try storesRead
        let keys =
            readsStoreDirectly
            ? try stores.keys(fetch.query) : try source.fetch(fetch.query).map { ($0.row.layout, $0.rowID) }
        return FetchedIdentifiers(keys, coordinator)
    }

    private func count(_ fetch: Fetch) throws -> Int {
        try count(fetch.query, pending: fetch.includesPendingChanges)
    }

    private func affectedObjects(_ fetch: Fetch) throws -> [RowID: NSManagedObject] {
        fetch.includesPendingChanges ? try objectsAffected(fetch.query) : [:]
    }

    private func objectID(_ layout: EntityLayout, _ rowID: RowID) -> NSManagedObjectID {
        NSManagedObjectID(entity: layout.entity, rowID: rowID, store: coordinator.stores.store(of: rowID))
    }

    // MARK: Objects

    private func objects(of fetch: Fetch) throws -> [NSManagedObject] {
        let affected = try affectedObjects(fetch)
        let stores = try coordinator.requireStores()
        if affected.isEmpty, !readsStoreDirectly { return try objects(of: fetch, rows: source.fetch(fetch.query)) }
        if affected.isEmpty, !fetch.firesFaults, stores.readsSingleRows(fetch.query) {
            return try faults(stores.keys(fetch.query), fetch)
        }
        if affected.isEmpty {
            switch fetch.reading {
            case .rows: return try objects(of: fetch, rows: stores.fetch(fetch.query))
            case .pages(let size): return try finish(fetch, paged(stores.keys(fetch.query), size, fetch))
            case .slots(let slots):
                if let rows = try stores.partialRows(fetch.query, slots) { return try finish(fetch, partial(rows, fetch)) }
                return try objects(of: fetch, rows: stores.fetch(fetch.query))
            }
        }
        // The rows of affected objects are their own, with unsaved changes.
        let objects = objects(of: try merged(fetch.query, affected: affected))
        if fetch.shouldRefresh { try refreshRealized(objects, fetch.query.layout) }
        return try prefetchAndFinish(fetch, objects)
    }

    /// Returns the objects of rows that were read already, from the source.
    func objects(of fetch: Fetch, rows: consuming [IdentifiedRow]) throws -> [NSManagedObject] {
        let fresh = fetch.shouldRefresh ? copy rows : []
        let objects = objects(of: rows)
        for (object, row) in zip(objects, fresh) { refresh(object, with: row.row) }
        return try prefetchAndFinish(fetch, objects)
    }

    private func prefetchAndFinish(_ fetch: Fetch, _ objects: [NSManagedObject]) throws -> [NSManagedObject] {
        // Prefetching reads from the stores directly. If the context reads from a parent context or
        // a pinned generation, each relationship is read through that when its fault fires.
        if readsStoreDirectly, !fetch.prefetched.isEmpty { try prefetch(fetch.prefetched, of: objects) }
        return try finish(fetch, objects)
    }

    private func finish(_ fetch: Fetch, _ objects: [NSManagedObject]) throws -> [NSManagedObject] {
        if fetch.firesFaults { for object in objects { object.fireFault() } }
        return objects
    }

    /// Returns the object of a row that a fetch has found. It becomes a fault again if its row was gone
    /// before.
    private func found(_ object: NSManagedObject) -> NSManagedObject {
        if object.isInaccessible { restoreInaccessible(object, nil) }
        return object
    }

    /// Returns faults for the keys of a fetch from a store that reads rows one by one.
    private func faults(_ keys: [(layout: EntityLayout, rowID: RowID)], _ fetch: Fetch) throws -> [NSManagedObject] {
        let objects = keys.map { found(object($0.layout, $0.rowID, row: nil)) }
        if fetch.shouldRefresh { try refreshRealized(objects, fetch.query.layout) }
        if !fetch.prefetched.isEmpty { try prefetch(fetch.prefetched, of: objects) }
        return objects
    }

    /// Returns faults for the keys of a fetch with a batch size. Each fault refers to its page of
    /// `size` rows, which are read together when one of them fires.
    private func paged(
        _ keys: [(layout: EntityLayout, rowID: RowID)], _ size: Int, _ fetch: Fetch
    ) throws -> [NSManagedObject] {
        var objects: [NSManagedObject] = []
        objects.reserveCapacity(keys.count)
        for start in stride(from: 0, to: keys.count, by: size) {
            let keys = keys[start..<min(start + size, keys.count)]
            let page = FaultPage(fetch.query.layout, keys.map(\.rowID), fetch.prefetched)
            let shared = NSManagedObject.Extras(sharedBy: page)
            for object in faults(keys).map(found) {
                if object.isFault, object.slots == nil { object.join(shared) }
                objects.append(object)
            }
        }
        if fetch.shouldRefresh { try refreshRealized(objects, fetch.query.layout) }
        return objects
    }

    /// Reads the rows of those objects again that are not faults, or that have other members in the
    /// parent.
    func refreshRealized(_ objects: [NSManagedObject], _ layout: EntityLayout) throws {
        let known = objects.filter { !$0.isInserted && (!$0.isFault || mayHaveOtherMembers($0)) }
        if known.isEmpty { return }
        // A parent may replace temporary IDs meanwhile.
        let rowIDs = known.map(\.rowID)
        let rows = try source.rows(layout, rowIDs, maxAge: 0)
        for (object, rowID) in zip(known, rowIDs) { if let row = rows[rowID] { refresh(object, with: row) } }
    }

    private func partial(
        _ rows: [(layout: EntityLayout, rowID: RowID, values: PartialRow)], _ fetch: Fetch
    ) throws -> [NSManagedObject] {
        let objects = rows.map { row in
            let object = found(object(row.layout, row.rowID, row: nil))
            if object.isFault, object.row == nil { object.provision = .partial(row.values) }
            return object
        }
        if fetch.shouldRefresh { try refreshRealized(objects, fetch.query.layout) }
        // See `prefetchAndFinish(_:_:)`.
        if readsStoreDirectly, !fetch.prefetched.isEmpty { try prefetch(fetch.prefetched, of: objects) }
        return objects
    }

    /// Whether the members of a relationship that was read may differ from the parent's, whose unsaved
    /// members have no value in the row.
    private func mayHaveOtherMembers(_ object: NSManagedObject) -> Bool { parent != nil && object.hasRelated }

    /// Updates a realized object with the row that a fetch read, and keeps the object's unsaved
    /// changes.
    private func refresh(_ object: NSManagedObject, with row: Row) {
        if object.isInserted { return }
        if object.isFault {
            guard mayHaveOtherMembers(object) else { return }
            object.publisher?.send()
            object.turnMembersIntoFaults()
            return
        }
        guard object.snapshot != nil || mayHaveOtherMembers(object) || object.isOutdated(by: row) else { return }
        recordUndo(beforeRefreshing: object)
        rebase(object, on: row)
        addUnprocessed(object)
    }

    // MARK: Dictionaries

    /// Returns a row as a dictionary result: attributes by value, to-one relationships as object
    /// IDs. Omits properties without a value.
    private func resultDictionary(_ row: Row) -> NSDictionary {
        let result = NSMutableDictionary()
        let layout = row.layout
        for slot in layout.kinds.indices {
            if case .object(let reference) = row.values[slot] {
                result.setObject(objectID(reference.layout, reference.rowID), forKey: layout.names[slot] as NSString)
            } else if layout.kinds[slot].isAttribute, let object = layout.object(row.values[slot], at: slot) {
                result.setObject(object, forKey: layout.names[slot] as NSString)
            }
        }
        return result
    }
}

extension NSManagedObject {
    /// Returns whether a row that was just read is newer than this object's, which has no unsaved
    /// changes. Derived values and the unsaved changes of a parent do not raise a row's version.
    fileprivate final func isOutdated(by new: Row) -> Bool {
        row?.version != new.version || row?.values != new.keepingTransients(of: row).values
    }
}

/// The IDs of fetched objects, kept as the keys of their rows.
package struct FetchedIdentifiers {
    private let keys: [(layout: EntityLayout, rowID: RowID)]
    private let coordinator: NSPersistentStoreCoordinator

    fileprivate init(_ keys: [(layout: EntityLayout, rowID: RowID)], _ coordinator: NSPersistentStoreCoordinator) {
        self.keys = keys
        self.coordinator = coordinator
    }

    package var count: Int { keys.count }

    /// Returns the ID at a position, which is made by each call.
    package subscript(position: Int) -> NSManagedObjectID {
        let (layout, rowID) = keys[position]
        return NSManagedObjectID(entity: layout.entity, rowID: rowID, store: coordinator.stores.store(of: rowID))
    }
}

extension NSFetchRequest {
    /// Returns a result as the request's `ResultType`. Traps if the result has another type,
    /// because of the request's `resultType` or the entity's class.
    func typed(_ result: Any) -> ResultType {
        guard let result = result as? ResultType else {
            trap(
                """
                The fetch request declares results of type \(ResultType.self), but a result is a \(type(of: result)). Declare the \
                request as NSFetchRequest<NSFetchRequestResult>, or with the type that fits its resultType and entity.
                """)
        }
        return result
    }

    /// Returns objects as the request's `ResultType`. In each run of objects of the same class,
    /// casts only the first one, because a cast takes longer than creating an object.
    fileprivate func typed(_ objects: [NSManagedObject]) -> [ResultType] {
        guard ResultType.self is AnyClass else { return objects.map(typed) }
        var accepted: AnyClass?
        objects.withUnsafeBufferPointer { objects in
            // Unmanaged, since a loop over the objects would retain each of them.
            objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self) { objects in
                for object in objects {
                    let found: AnyClass = object._withUnsafeGuaranteedRef { type(of: $0) }
                    if found == accepted { continue }
                    _ = typed(object.takeUnretainedValue() as Any)
                    accepted = found
                }
            }
        }
        // All arrays of objects have the same layout.
        return unsafeBitCast(objects, to: [ResultType].self)
    }
}
