internal import StrataPredicates

// Fetches with unsaved changes
//
// A fetch treats unsaved changes as if they were saved. The store provides the result for all
// objects except the affected ones: those whose membership or position in the result an unsaved
// change may have altered. The affected objects are filtered and sorted in memory, and merged into
// the rows of the store.
//
// An object is affected if it has unsaved changes itself, or if the query follows a relationship
// from it to an object with changes that the query reads. Objects of the second kind are found in
// the store, by following the relationships backwards from the changed objects.
extension NSManagedObjectContext {
    /// Returns the affected objects of a query, by row ID.
    ///
    /// Does not access the store if the query follows no relationship, or if nothing changed at the
    /// end of one. Otherwise costs one statement for each chain of relationships with changes at
    /// its end, and one for the rows.
    func objectsAffected(_ query: StoreQuery) throws -> [RowID: NSManagedObject] {
        guard isChanged else { return [:] }
        if propagatesDeletesAtEndOfEvent { propagateDeletions() }
        let roots = try rootsAffected(query)
        var changed: [NSManagedObject] = []
        forEachChanged(query) { changed.append($0) }
        let stored = try storedObjects(query, roots.subtracting(changed.map(\.rowID)))
        // Read the IDs last: each question to a parent may replace temporary ones, and an object that
        // has changed would be found again under its permanent ID.
        return Dictionary((stored + changed).map { ($0.rowID, $0) }) { $1 }
    }

    /// Returns the affected objects among some objects of the query's entity, by row ID.
    func objectsAffected(_ query: StoreQuery, among rowIDs: Set<RowID>) throws -> [RowID: NSManagedObject] {
        guard isChanged else { return [:] }
        let roots = try rootsAffected(query).intersection(rowIDs)
        let changed = rowIDs.compactMap { rowID -> NSManagedObject? in
            let object = registry[RowKey(query.layout, permanentIDs.current(rowID))]
            return object.flatMap { $0.hasChanges && !$0.isInaccessible ? $0 : nil }
        }
        let stored = try storedObjects(query, roots.subtracting(changed.map(\.rowID)))
        return Dictionary((stored + changed).map { ($0.rowID, $0) }) { $1 }
    }

    private func storedObjects(_ query: StoreQuery, _ rowIDs: Set<RowID>) throws -> [NSManagedObject] {
        if rowIDs.isEmpty { return [] }
        return try source.rows(query.layout, Array(rowIDs), maxAge: stalenessInterval).compactMap { rowID, row in
            query.covers(row.layout) ? object(row.layout, rowID, row: row) : nil
        }
    }

    /// Returns the row IDs of the affected objects; see `objectsAffected(_:)`.
    func affectedRowIDs(_ query: StoreQuery) throws -> Set<RowID> {
        guard isChanged else { return [] }
        var rowIDs = try rootsAffected(query)
        forEachChanged(query) { rowIDs.insert($0.rowID) }
        return rowIDs
    }

    /// Calls `body` with the objects of a query's entity that have unsaved changes.
    ///
    /// Omits inaccessible objects: if the store has a row that a fault did not find, the row was
    /// restored since, and its stored values apply.
    private func forEachChanged(_ query: StoreQuery, _ body: (NSManagedObject) -> Void) {
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where query.covers(object.layout) && !object.isInaccessible { body(object) }
        }
    }

    /// Returns the IDs of the objects from which the query's relationships lead, in the store, to
    /// an object with unsaved changes that the query reads.
    ///
    /// The stored relationships are sufficient: if a relationship leads elsewhere in memory, the
    /// object at which the two paths part has changed itself, and both paths lead to that object.
    private func rootsAffected(_ query: StoreQuery) throws -> Set<RowID> {
        var roots: Set<RowID> = []
        try query.reads.forEachRelated { hops, reads in
            let changed = changedRowIDs(reads.layout, reads.readsSubentities ? nil : reads.slots).filter(\.isPermanent)
            guard !changed.isEmpty else { return }
            roots.formUnion(try coordinator.requireStores().roots(hops, leadingTo: changed))
        }
        // A parent's rows are stored rows with unsaved changes, and the store cannot follow the
        // relationships of objects with such changes.
        if !query.isRowLocal, let parentSource { roots.formUnion(parentSource.changedRowIDs(query.layout, nil)) }
        return roots
    }

    /// Returns the rows of a query: those of the source without the affected objects, and the
    /// affected objects that match in memory.
    func merged(_ query: StoreQuery, affected: [RowID: NSManagedObject]) throws -> [IdentifiedRow] {
        try mergedSorted(query, affected: affected).map(\.row)
    }

    /// Returns the number of rows that `merged(_:affected:)` returns, by counting those of the store
    /// without the affected objects in one statement.
    func count(_ query: StoreQuery, affected: [RowID: NSManagedObject]) throws -> Int {
        // The rows of a parent have IDs of their own, and a store that executes requests gets the
        // app's request, which does not exclude objects.
        if parent != nil || coordinator.stores.executesRequest(of: query) {
            return try merged(query, affected: affected).count
        }
        let others = try source.count(query.excluding(affected.values.map(\.rowID).filter(\.isPermanent)))
        let changed = try throwingFailedReads { try affected.values.count(where: query.matches) }
        return query.countInRange(others + changed)
    }

    /// Returns the matching rows of the source with this context's changes applied, and with the
    /// sort values that are not among a row's own values.
    func sortedRows(matching query: StoreQuery) throws -> [SortedRow] {
        let affected = try objectsAffected(query)
        return try affected.isEmpty ? source.fetchSorted(query) : mergedSorted(query, affected: affected)
    }

    private func mergedSorted(_ query: StoreQuery, affected: [RowID: NSManagedObject]) throws -> [SortedRow] {
        // Limit and offset are applied to the merged rows, of which the affected objects may be any. The
        // first rows of a store that executes requests may not be the first of the merged ones.
        let isWhole = coordinator.stores.executesRequest(of: query)
        let rows = try source.fetchSorted(isWhole ? query.whole : query.beforeOffset(leavingOut: affected.count))
        // Read the IDs after the fetch, which may apply permanent IDs from the parent.
        let rowIDs = Set(affected.values.map(\.rowID))
        let stored = rows.filter { !rowIDs.contains($0.row.rowID) }
        let changed = try throwingFailedReads {
            try affected.values.filter(query.matches).map(query.sorted).sorted(by: query.precedes)
        }
        return query.rowsInRange(stored.merged(with: changed, by: query.precedes))
    }
}

extension NSManagedObject {
    /// Returns whether any of these properties has unsaved changes. Always true for a deleted
    /// object.
    final func isChanged(_ slots: Set<Int>) -> Bool {
        isDeleted || changedSlots.contains(where: slots.contains) || changedMemberSlots.contains(where: slots.contains)
    }
}
