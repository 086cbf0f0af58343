internal import Foundation
internal import StrataPredicates

extension IncrementalEngine {
    // MARK: Rows of a query

    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        if query.candidates != nil { return try fetchSorted(query).map(\.row) }
        let result = try result(of: query)
        if let answer = result as? StoreAnswer {
            let rows = try evaluated(answer, query)
            for count in rows.indices { try onRow?(count + 1) }
            return rows
        }
        let keys = try keys(in: result, query)
        let rows = try knownRows(query.layout, keys.map(\.rowID))
        var found: [IdentifiedRow] = []
        found.reserveCapacity(keys.count)
        for key in keys {
            // Nil for an object that was deleted since.
            guard let row = rows[key.rowID] else { continue }
            found.append(IdentifiedRow(rowID: key.rowID, row: row))
            try onRow?(found.count)
        }
        return found
    }

    /// Returns the matching rows, in order. They are sorted again, since rows that are compared with
    /// others must have the framework's order: objects with equal sort keys are in the order of
    /// their row IDs.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        let rows: [IdentifiedRow]
        if let candidates = query.candidates {
            rows = try knownRows(query.layout, candidates.rowIDs.filter(keySpace.holds)).map { IdentifiedRow(rowID: $0, row: $1) }
        } else {
            rows = try fetch(query, onRow: nil)
        }
        return try inContext(of: query) { context in
            try context.throwingFailedReads {
                try rows.filter { try query.candidates?.areTested != true || matches($0, query, context) }
                    .map { try sorted($0, query, context) }.sorted(by: query.precedes)
            }
        }
    }

    private func matches(_ row: IdentifiedRow, _ query: StoreQuery, _ context: NSManagedObjectContext) throws -> Bool {
        if case .rows = query.test { return query.matches(row) }
        return try query.matches(context.object(row.row.layout, row.rowID, row: row.row))
    }

    private func sorted(_ row: IdentifiedRow, _ query: StoreQuery, _ context: NSManagedObjectContext) throws -> SortedRow {
        guard query.readsBesidesRows else { return SortedRow(row: row) }
        let found = try query.sorted(context.object(row.row.layout, row.rowID, row: row.row))
        return SortedRow(row: row, sortValues: found.sortValues, section: found.section)
    }

    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        if query.candidates != nil { return try fetchSorted(query).map { ($0.row.row.layout, $0.rowID) } }
        let result = try result(of: query)
        if let answer = result as? StoreAnswer {
            if answer.isFiltered, answer.isSorted, answer.isLimited {
                return try answer.objectIDs.map {
                    let reference = try reference($0, of: query.layout, Self.method, "The result of a fetch")
                    return (reference.layout, reference.rowID)
                }
            }
            return try evaluated(answer, query).map { ($0.row.layout, $0.rowID) }
        }
        return try keys(in: result, query)
    }

    private func result(of query: StoreQuery) throws -> Any {
        let asksForIDs = query.origin?.request.resultType.contains(.managedObjectIDResultType) == true
        return try execute(query, asksForIDs ? .managedObjectIDResultType : .managedObjectResultType)
    }

    /// Returns the rows of an answer, after what the store has left to do.
    private func evaluated(_ answer: StoreAnswer, _ query: StoreQuery) throws -> [IdentifiedRow] {
        let known = try rows(query.layout, answer.objectIDs.map(\.rowID))
        var rows = answer.objectIDs.compactMap { objectID in
            known[objectID.rowID].map { IdentifiedRow(rowID: objectID.rowID, row: $0) }
        }
        if !answer.isFiltered || !answer.isSorted {
            // A context of its own, which has no unsaved changes.
            try inFreshContext { context in
                try context.throwingFailedReads {
                    if !answer.isFiltered { rows = try rows.filter { try matches($0, query, context) } }
                    guard !answer.isSorted else { return }
                    rows = try rows.map { try sorted($0, query, context) }.sorted(by: query.precedes).map(\.row)
                }
            }
        }
        guard !answer.isLimited else { return rows }
        rows = Array(rows.dropFirst(max(query.offset, 0)))
        return query.limit > 0 ? Array(rows.prefix(query.limit)) : rows
    }

    private func keys(in result: Any, _ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        guard let elements = Self.elements(of: result) else {
            throw unfit(Self.method, "A fetch returns an array, and the value is of type \(Swift.type(of: result)).")
        }
        var seen: Set<RowID> = []
        return try elements.compactMap { element in
            guard let objectID = element as? NSManagedObjectID ?? (element as? NSManagedObject)?.objectID else {
                throw unfit(
                    Self.method,
                    "A fetch returns managed objects or object IDs, and an element is of type \(Swift.type(of: element)).")
            }
            let place = "The result of a fetch of '\(query.layout.name)'"
            let reference = try reference(objectID, of: query.layout, Self.method, place)
            return seen.insert(reference.rowID).inserted ? (reference.layout, reference.rowID) : nil
        }
    }

    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try fetch(query, onRow: nil).map { row in
            (row.row.layout, row.rowID, PartialRow(slots, slots.map { row.row.values[$0] }))
        }
    }

    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        for sorted in try fetchSorted(keys.query) { keys.collect(sorted, into: &collector) }
    }

    func count(_ query: StoreQuery) throws -> Int {
        if query.candidates != nil { return try fetchSorted(query).count }
        let result = try execute(query, .countResultType)
        if let answer = result as? StoreAnswer { return try evaluated(answer, query).count }
        let number = Self.elements(of: result)?.first ?? result
        guard let count = (number as? NSNumber)?.intValue ?? number as? Int, count >= 0 else {
            throw unfit(
                Self.method, "A fetch with countResultType returns an array with one number, and the value is \(result).")
        }
        return count
    }

    // MARK: Dictionaries

    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        let result = try execute(query.rows, .dictionaryResultType)
        guard let elements = Self.elements(of: result) else {
            throw unfit(
                Self.method, "A fetch of dictionaries returns an array, and the value is of type \(Swift.type(of: result)).")
        }
        var dictionaries: [NSDictionary] = []
        for element in elements {
            guard let dictionary = element as? NSDictionary ?? (element as? [String: Any]).map({ NSDictionary(dictionary: $0) })
            else {
                throw unfit(
                    Self.method,
                    "A fetch of dictionaries returns dictionaries, and an element is of type \(Swift.type(of: element)).")
            }
            dictionaries.append(dictionary)
            try onRow?(dictionaries.count)
        }
        return dictionaries
    }

    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] {
        var whole = query
        whole.rows = query.rows.whole
        func values(_ dictionary: NSDictionary, _ names: [String]) throws -> [Value] {
            do {
                return try names.map { try Value(converting: dictionary[$0]) }
            } catch let error as InvalidPredicate {
                throw NSError(error)
            }
        }
        return try fetch(whole, onRow: nil).map { dictionary in
            SortedColumns(
                dictionary: dictionary, values: try values(dictionary, query.columns.map(\.name)),
                sortValues: try values(dictionary, query.rows.sorts.map { $0.keyPath.joined(separator: ".") }))
        }
    }

    func isOfGroups(_ query: ColumnQuery) throws -> Bool { !query.groups.isEmpty }

    func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        guard others.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "Groups cannot have objects of an incremental store and of others. Set affectedStores to one of the stores.")
        }
        return try fetch(query, onRow: onRow)
    }

    // MARK: Requests

    static let method = "execute(_:with:)"

    private func execute(_ query: StoreQuery, _ type: NSFetchRequestResultType) throws -> Any {
        let request = query.origin.map { NSFetchRequest<any NSFetchRequestResult>($0.request) } ?? Self.request(query)
        // A name alone would find the entity in the model that was loaded last.
        request.entity = query.layout.entity
        request.fetchLimit = query.limit
        request.fetchOffset = query.offset
        request.resultType = type
        return try inContext(of: query) { context in try call { try $0.execute(request, with: context) } }
    }

    /// Returns a request for a query that the framework itself has made.
    private static func request(_ query: StoreQuery) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entity: query.layout.entity)
        if query.predicate != .always(true) { request.predicate = NSPredicate(form: query.predicate) }
        request.sortDescriptors = query.sorts.map {
            NSSortDescriptor(key: $0.keyPath.joined(separator: "."), ascending: $0.ascending)
        }
        request.includesSubentities = query.includesSubentities
        return request
    }
}
