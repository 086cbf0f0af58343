internal import Predicates

// Fetches with unsaved changes
//
// A fetch counts unsaved changes as if they were saved. The store answers it for all objects except
// the affected ones: those whose membership or position in the result an unsaved change may have
// altered. The affected objects are tested and sorted in memory, and merged into the rows of the
// store.
//
// An object is affected if it has unsaved changes itself, or if the query follows a relationship
// from it to an object with changes that the query reads. The latter are found in the store, from
// the changed object back to the objects that lead to it.
extension NSManagedObjectContext {
    /// Returns the affected objects of a query, by row ID.
    ///
    /// Costs no access to the store if the query follows no relationship, or if nothing changed at
    /// the end of one. Otherwise costs one statement for each chain of relationships with changes
    /// at its end, and one for the rows.
    func objectsAffected(_ query: StoreQuery) throws -> [Int64: NSManagedObject] {
        guard hasChanges else { return [:] }
        if propagatesDeletesAtEndOfEvent { propagateDeletions() }
        var affected: [Int64: NSManagedObject] = [:]
        forEachChanged(query) { affected[$0.number] = $0 }
        for object in try storedObjects(query, rootsAffected(query).filter { affected[$0] == nil }) {
            affected[object.number] = object
        }
        return affected
    }

    /// Returns the affected objects among some objects of the query's entity, by row ID.
    func objectsAffected(_ query: StoreQuery, among numbers: Set<Int64>) throws -> [Int64: NSManagedObject] {
        guard hasChanges else { return [:] }
        var affected: [Int64: NSManagedObject] = [:]
        for number in numbers {
            guard let object = registry[RowKey(query.layout, number)], object.hasChanges, !object.isInaccessible else { continue }
            affected[number] = object
        }
        let roots = try rootsAffected(query).filter { numbers.contains($0) && affected[$0] == nil }
        for object in try storedObjects(query, roots) { affected[object.number] = object }
        return affected
    }

    private func storedObjects(_ query: StoreQuery, _ numbers: Set<Int64>) throws -> [NSManagedObject] {
        if numbers.isEmpty { return [] }
        return try source.rows(query.layout, numbers, maxAge: stalenessInterval).compactMap { number, row in
            query.covers(row.layout) ? object(row.layout, number, row: row) : nil
        }
    }

    /// Returns the row IDs of the affected objects; see `objectsAffected(_:)`.
    func numbersAffected(_ query: StoreQuery) throws -> Set<Int64> {
        guard hasChanges else { return [] }
        var numbers = try rootsAffected(query)
        forEachChanged(query) { numbers.insert($0.number) }
        return numbers
    }

    /// Calls `body` with the objects of a query's entity that have unsaved changes.
    ///
    /// Omits inaccessible objects: if the store has a row that a fault did not find, it was
    /// restored since.
    private func forEachChanged(_ query: StoreQuery, _ body: (NSManagedObject) -> Void) {
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where query.covers(object.layout) && !object.isInaccessible { body(object) }
        }
    }

    /// Returns the stored objects from which the query's relationships lead, in the store, to an
    /// object with unsaved changes that the query reads.
    ///
    /// The stored relationships are sufficient: if a relationship leads elsewhere in memory, the
    /// object at which the two paths part has changed itself, and both paths lead to that object.
    private func rootsAffected(_ query: StoreQuery) throws -> Set<Int64> {
        var roots: Set<Int64> = []
        try query.reads.forEachRelated { hops, reads in
            let changed = changedNumbers(reads.layout, reads.slots).filter { $0 > 0 }
            guard !changed.isEmpty else { return }
            roots.formUnion(try coordinator.requireStores().roots(hops, leadingTo: changed))
        }
        // A parent's rows are stored rows with unsaved changes, and the store cannot follow the
        // relationships of objects with such changes.
        if !query.isRowLocal, let parentSource { roots.formUnion(parentSource.changedNumbers(query.layout, nil)) }
        return roots
    }

    /// Returns the rows of a query: those of the source without the affected objects, and the
    /// affected objects that match now.
    func merged(_ query: StoreQuery, affected: [Int64: NSManagedObject]) throws -> [NumberedRow] {
        try mergedSorted(query, affected: affected).map(\.row)
    }

    /// Returns the matching rows of the source with this context's changes applied, and the values
    /// that they are sorted by.
    func sortedRows(matching query: StoreQuery) throws -> [SortedRow] {
        let affected = try objectsAffected(query)
        return try affected.isEmpty ? source.fetchSorted(query) : mergedSorted(query, affected: affected)
    }

    private func mergedSorted(_ query: StoreQuery, affected: [Int64: NSManagedObject]) throws -> [SortedRow] {
        // Limit and offset are applied to the merged rows, so the source must return all rows.
        let rows = try source.fetchSorted(query.whole)
        // After the fetch, whose answer may bring permanent IDs from the parent.
        let numbers = Set(affected.values.map(\.number))
        let stored = rows.filter { !numbers.contains($0.row.number) }
        let changed = try affected.values.filter(query.matches).map(query.sorted).sorted(by: query.precedes)
        return query.window(stored.merged(with: changed, by: query.precedes))
    }
}

extension NSManagedObject {
    /// Whether any of these properties has unsaved changes; all have for a deleted object.
    final func isChanged(_ slots: Set<Int>) -> Bool {
        isDeleted || changedSlots.contains(where: slots.contains) || changedMemberSlots.contains(where: slots.contains)
    }
}
