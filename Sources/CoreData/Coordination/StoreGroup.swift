internal import Foundation
internal import StrataPredicates

/// A group of a coordinator's stores that is used like a single store.
///
/// A query for one object goes to the store that has it. A query for an entity goes to all stores
/// that take the entity. Usually that is one store, whose result is returned unchanged. The results
/// of several stores are merged here, within the query's limit and offset.
struct StoreGroup {
    let stores: [NSPersistentStore]
    /// The readers of the stores that are not read as they are now, but as of a query generation.
    var generations: [ObjectIdentifier: any StoreReader] = [:]

    /// Returns where a store of the group is read.
    func reader(_ store: NSPersistentStore) -> any StoreReader {
        if generations.isEmpty { return store.engine }
        return generations[ObjectIdentifier(store)] ?? store.engine
    }

    /// Returns where a store of the group is read for a query.
    private func reader(_ store: NSPersistentStore, for query: StoreQuery) throws -> any StoreReader {
        guard let decides = store.decides, let bounds = try query.bounds(decides) else { return reader(store) }
        return try DividedReader(reader(store), bounds)
    }

    /// Returns the store of an object by its row ID; nil for a temporary ID, and if the store was
    /// removed.
    func store(of rowID: RowID) -> NSPersistentStore? { stores.first { $0.keySpace.holds(rowID) } }

    /// Returns the key spaces of the given stores. Omits stores that are not in the group.
    func keySpaces(of others: [NSPersistentStore]) -> Set<KeySpace> {
        Set(stores.lazy.filter { store in others.contains { $0 === store } }.map(\.keySpace))
    }

    /// Returns the stores that take an entity.
    func stores(taking layout: EntityLayout) -> [NSPersistentStore] { stores.filter { $0.takes(layout) } }

    /// Returns the store for a new object of an entity: the first writable one that takes the
    /// entity, or else the first one that takes it, whose error then states why it cannot be
    /// written.
    func defaultStore(_ layout: EntityLayout) -> NSPersistentStore? {
        stores.first { $0.takes(layout) && !$0.isReadOnly } ?? stores.first { $0.takes(layout) }
    }

    /// Returns the stores that a query reads.
    func stores(for query: StoreQuery) -> [NSPersistentStore] {
        stores.filter { $0.takes(query.layout) && query.keySpaces?.contains($0.keySpace) ?? true }
    }

    /// Whether a query reads one store, whose rows are read one by one: a fetch of objects leaves
    /// them faults.
    func readsSingleRows(_ query: StoreQuery) -> Bool {
        guard query.origin != nil else { return false }
        let stores = stores(for: query)
        return stores.count == 1 && stores[0].executesRequests
    }

    /// Whether a query reads a store that executes requests itself: it gets the app's request, without
    /// what the query adds, and may have an order of its own for rows with equal sort keys.
    func executesRequest(of query: StoreQuery) -> Bool {
        query.origin != nil && stores(for: query).contains(where: \.executesRequests)
    }

    // MARK: Queries

    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)? = nil) throws -> [IdentifiedRow] {
        let stores = stores(for: query)
        if stores.count == 1 { return try reader(stores[0], for: query).fetch(query, onRow: onRow) }
        return try fetchSorted(query, from: stores).map(\.row)
    }

    /// Returns the matching rows in order, with the sort values that are not among a row's own
    /// values.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try fetchSorted(query, from: stores(for: query)) }

    private func fetchSorted(_ query: StoreQuery, from stores: [NSPersistentStore]) throws -> [SortedRow] {
        if stores.count == 1 { return try reader(stores[0], for: query).fetchSorted(query) }
        // A store that executes requests has an order of its own for rows with equal sort keys, so its
        // first rows may not be the first of the merged ones.
        let lists = try stores.map { store in
            try reader(store, for: query).fetchSorted(store.executesRequests ? query.whole : query.beforeOffset)
        }
        return query.rowsInRange(lists.reduce([]) { $0.merged(with: $1, by: query.precedes) })
    }

    func count(_ query: StoreQuery) throws -> Int {
        let stores = stores(for: query)
        if stores.count == 1 { return try reader(stores[0], for: query).count(query) }
        return query.countInRange(try stores.reduce(0) { try $0 + reader($1, for: query).count(query.whole) })
    }

    /// Returns the IDs of the matching rows in order, with their entities.
    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        let stores = stores(for: query)
        if stores.count == 1 { return try reader(stores[0], for: query).keys(query) }
        return try fetchSorted(query, from: stores).map { ($0.row.row.layout, $0.row.rowID) }
    }

    /// Returns the values in `slots` of the matching rows, in order; nil if the query reads several
    /// stores, since merging their results needs whole rows.
    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)]? {
        let stores = stores(for: query)
        return stores.count == 1 ? try reader(stores[0], for: query).partialRows(query, slots) : nil
    }

    /// Collects the IDs of the matching rows in order, each with its sort prefix and section.
    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        let stores = stores(for: keys.query)
        if stores.count == 1 { return try reader(stores[0], for: keys.query).fetchKeys(keys, into: &collector) }
        for sorted in try fetchSorted(keys.query, from: stores) { keys.collect(sorted, into: &collector) }
    }

    /// Returns the result dictionaries of a fetch, in order.
    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)? = nil) throws -> [NSDictionary] {
        let stores = stores(for: query.rows)
        if stores.count == 1 { return try reader(stores[0], for: query.rows).fetch(query, onRow: onRow) }
        let readers = try stores.map { try reader($0, for: query.rows) }
        if let first = readers.first, try first.isOfGroups(query) {
            guard readers.contains(where: { $0 is DividedReader }) else {
                return try first.fetchGroups(query, with: readers.dropFirst().map(\.rowsToGroup), onRow: onRow)
            }
            // The rows of all stores are decided before one of these groups them.
            let decided = try query.decided(by: readers)
            let bases = readers.map { ($0 as? DividedReader)?.base ?? $0 }
            return try bases[0].fetchGroups(decided, with: bases.dropFirst().map(\.rowsToGroup), onRow: onRow)
        }
        if query.groups.isEmpty, let first = readers.first {
            let totals = try query.columns.filter { column in
                var alone = query
                alone.columns = [column]
                return try first.isOfGroups(alone)
            }
            if !totals.isEmpty { return try fetch(query, repeating: totals, onRow) }
        }
        let lists = try readers.map { try $0.fetchSorted(query) }
        var rows = lists.reduce([]) { $0.merged(with: $1, by: query.rows.precedes) }
        if query.isDistinct {
            var seen: Set<[Value]> = []
            rows = rows.filter { seen.insert($0.values).inserted }
        }
        return query.rows.rowsInRange(rows).map(\.dictionary)
    }

    /// Returns a dictionary for each row, each with the same aggregates over the rows of all stores.
    private func fetch(
        _ query: ColumnQuery, repeating totals: [ColumnQuery.Column], _ onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        var (ofRows, ofAll) = (query, query)
        ofRows.columns = query.columns.filter { column in !totals.contains { $0.name == column.name } }
        ofAll.columns = totals
        ofAll.rows = query.rows.whole
        let values = try fetch(ofAll).first ?? NSDictionary()
        return try fetch(ofRows, onRow: onRow).map { row in
            let all = NSMutableDictionary()
            for column in query.columns {
                guard let value = row[column.name] ?? values[column.name] else { continue }
                all.setObject(value, forKey: column.name as NSString)
            }
            return all
        }
    }

    /// Whether each dictionary of a fetch is of a group of rows, or of all rows.
    func isOfGroups(_ query: ColumnQuery) throws -> Bool {
        try stores(for: query.rows).first.map { try reader($0, for: query.rows).isOfGroups(query) } ?? false
    }

    // MARK: Objects

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try store(of: rowID).map { try reader($0).members(of: rowID, layout, slot) } ?? []
    }

    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        try gather(rowIDs) { try $0.members(ofEach: $1, layout, slot) }
    }

    /// Returns the rows with these IDs, in one statement for each store.
    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] {
        try gather(rowIDs) { try $0.rows(layout, $1) }
    }

    /// Returns the rows with these IDs in this order, in one statement for each store; nil for those
    /// that do not exist.
    func rows(_ layout: EntityLayout, inOrder rowIDs: [RowID]) throws -> [Row?] {
        if stores.count == 1, rowIDs.allSatisfy(stores[0].keySpace.holds) {
            return try reader(stores[0]).rows(layout, inOrder: rowIDs)
        }
        let rows = try rows(layout, rowIDs)
        return rowIDs.map { rows[$0] }
    }

    /// Returns the IDs of the objects from which the relationships, followed in this order, lead to
    /// one of the given objects.
    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        var roots: Set<RowID> = []
        for (store, rowIDs) in divide(rowIDs) { roots.formUnion(try reader(store).roots(hops, leadingTo: rowIDs)) }
        return roots
    }

    private func gather<T>(_ rowIDs: [RowID], _ read: (any StoreReader, [RowID]) throws -> [RowID: T]) throws -> [RowID: T] {
        let parts = divide(rowIDs)
        if parts.count == 1 { return try read(reader(parts[0].store), parts[0].rowIDs) }
        var all: [RowID: T] = [:]
        for (store, rowIDs) in parts { all.merge(try read(reader(store), rowIDs)) { old, _ in old } }
        return all
    }

    /// Divides row IDs by store. Omits IDs of removed stores.
    func divide(_ rowIDs: [RowID]) -> [(store: NSPersistentStore, rowIDs: [RowID])] {
        if stores.count == 1, rowIDs.allSatisfy(stores[0].keySpace.holds) { return [(stores[0], rowIDs)] }
        return stores.compactMap { store in
            let own = rowIDs.filter(store.keySpace.holds)
            return own.isEmpty ? nil : (store, own)
        }
    }

    /// Calls `body` with a function that reads rows by ID, from one snapshot of each store.
    ///
    /// - Parameter ahead: The IDs of rows that `body` will probably read.
    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        let stores = stores(taking: layout)
        if stores.count == 1, let store = stores.first {
            let keySpace = store.keySpace
            return try reader(store).reading(layout, ahead: ahead) { read in
                try body { rowID in keySpace.holds(rowID) ? try read(rowID) : nil }
            }
        }
        return try reading(layout, ahead, stores[...], { _ in nil }, body)
    }

    private func reading<T>(
        _ layout: EntityLayout, _ ahead: [RowID], _ rest: ArraySlice<NSPersistentStore>,
        _ readOthers: @escaping (RowID) throws -> Row?,
        _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        guard let store = rest.first else { return try body(readOthers) }
        let keySpace = store.keySpace
        return try reader(store).reading(layout, ahead: ahead) { read in
            try reading(
                layout, ahead, rest.dropFirst(), { rowID in try keySpace.holds(rowID) ? read(rowID) : readOthers(rowID) }, body)
        }
    }

    // MARK: Writing

    /// Runs a transaction in each of the stores. None commits before all have written their
    /// changes.
    ///
    /// The transactions are nested: each store runs the transaction of the next one before it
    /// commits. If one fails before the first commit, all are rolled back. Stores that execute
    /// requests cannot roll back. They are written one after the other, after the changes of all
    /// other stores and before these commit.
    ///
    /// - Parameter body: Runs the transaction of a store, and calls `beforeCommit` just before it
    ///   commits. `beforeCommit` is nil for a single store, and for one that executes requests.
    /// - Returns: The outcomes of the stores that were written. If others were not, `failure` is an
    ///   NSPersistentStoreIncompleteSaveError that lists them.
    func write<T>(
        _ body: (NSPersistentStore, _ beforeCommit: (() throws -> Void)?) throws -> T
    ) throws -> (outcomes: [ObjectIdentifier: T], failure: NSError?) {
        for store in stores { try store.requireWritable() }
        if stores.count == 1 { return ([ObjectIdentifier(stores[0]): try body(stores[0], nil)], nil) }
        var outcomes: [ObjectIdentifier: T] = [:]
        // Use the same order in every process to avoid deadlocks.
        let ordered = stores.sorted { ($0.uuid, $0.place.name) < ($1.uuid, $1.place.name) }
        let last = ordered.filter(\.executesRequests)
        let failure = withoutActuallyEscaping(body) { body -> (any Error)? in
            func run(_ rest: ArraySlice<NSPersistentStore>) throws {
                guard let store = rest.first else {
                    for store in last { outcomes[ObjectIdentifier(store)] = try body(store, nil) }
                    return
                }
                outcomes[ObjectIdentifier(store)] = try body(store) { try run(rest.dropFirst()) }
            }
            do {
                try run(ordered.filter { !$0.executesRequests }[...])
                return nil
            } catch {
                return error
            }
        }
        guard let failure else { return (outcomes, nil) }
        if outcomes.isEmpty { throw failure }
        let missing = ordered.filter { outcomes[ObjectIdentifier($0)] == nil }
        let reason = failure is SaveConflict ? "Their objects have been changed meanwhile." : failure.localizedDescription
        return (
            outcomes,
            NSError(
                code: NSPersistentStoreIncompleteSaveError,
                """
                Some stores were written, but these were not: \(missing.map { $0.url?.path ?? $0.uuid }.joined(separator: ", ")). \
                \(reason)
                """,
                [NSAffectedStoresErrorKey: missing, NSUnderlyingErrorKey: failure])
        )
    }
}
