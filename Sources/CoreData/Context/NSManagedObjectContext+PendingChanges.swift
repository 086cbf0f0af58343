internal import Predicates

// Unsaved changes under a fetch. The store answers for all objects but those whose place in the result a change may have moved:
// these are tested and put in order in memory.
extension NSManagedObjectContext {
    /// The objects that the store cannot answer for, by number: those of the query's entity with unsaved changes, and those whose
    /// relationships lead the query to an object with changes.
    ///
    /// Costs nothing for the store where the query follows no relationship, or nothing that it reads behind one has changed; else one
    /// statement for each chain of relationships with changes at its end, and one for the rows.
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

    /// Those that the store cannot answer for among some objects of the query's entity, by number.
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

    /// The numbers of the objects that the store cannot answer for; see `objectsAffected(_:)`.
    func numbersAffected(_ query: StoreQuery) throws -> Set<Int64> {
        guard hasChanges else { return [] }
        var numbers = try rootsAffected(query)
        forEachChanged(query) { numbers.insert($0.number) }
        return numbers
    }

    /// Calls `body` with the objects of a query's entity that have unsaved changes.
    ///
    /// Leaves out inaccessible ones: a row that the store has although a fault did not find it was
    /// put back since.
    private func forEachChanged(_ query: StoreQuery, _ body: (NSManagedObject) -> Void) {
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where query.covers(object.layout) && !object.isInaccessible { body(object) }
        }
    }

    /// The stored objects from which the query's relationships lead, in the store, to an object with unsaved changes that it reads.
    ///
    /// The store's relationships are enough: where memory and store lead to different objects, the object at which they part has
    /// changed itself, and to that one both lead.
    private func rootsAffected(_ query: StoreQuery) throws -> Set<Int64> {
        var roots: Set<Int64> = []
        try query.reads.forEachRelated { hops, reads in
            let changed = changedNumbers(reads.layout, reads.slots).filter { $0 > 0 }
            guard !changed.isEmpty else { return }
            roots.formUnion(try coordinator.requireStores().roots(hops, leadingTo: changed))
        }
        // What lies above a child is store and unsaved changes: the store cannot lead from an object that has some.
        if !query.isRowLocal, let parentSource { roots.formUnion(parentSource.changedNumbers(query.layout, nil)) }
        return roots
    }

    /// The query's rows: the store's without the affected objects, and of these the ones that match now.
    func merged(_ query: StoreQuery, affected: [Int64: NSManagedObject]) throws -> [NumberedRow] {
        try mergedSorted(query, affected: affected).map(\.row)
    }

    /// The matching rows of what is above with this context's changes laid over, and what they are sorted by.
    func sortedRows(matching query: StoreQuery) throws -> [SortedRow] {
        let affected = try objectsAffected(query)
        return try affected.isEmpty ? source.fetchSorted(query) : mergedSorted(query, affected: affected)
    }

    private func mergedSorted(_ query: StoreQuery, affected: [Int64: NSManagedObject]) throws -> [SortedRow] {
        // A window of the store's rows is not a window of these: it is cut out at the end.
        let rows = try source.fetchSorted(query.whole)
        // After the fetch: with its answer a child hears of permanent numbers.
        let numbers = Set(affected.values.map(\.number))
        let stored = rows.filter { !numbers.contains($0.row.number) }
        let changed = try affected.values.filter(query.matches).map(query.sorted).sorted(by: query.precedes)
        return query.window(stored.merged(with: changed, by: query.precedes))
    }
}

extension NSManagedObject {
    /// Whether unsaved changes touch any of these properties; a deletion touches all.
    final func isChanged(_ slots: Set<Int>) -> Bool {
        isDeleted || changedSlots.contains(where: slots.contains) || changedMemberSlots.contains(where: slots.contains)
    }
}
