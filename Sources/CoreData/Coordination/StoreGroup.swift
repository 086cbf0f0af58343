internal import Foundation
internal import Predicates

/// Stores of a coordinator, asked as if they were one.
///
/// A question about one object goes to the store that has it. One about an entity goes to all stores that take the entity: mostly that is
/// one, which then answers alone; the answers of several are put in order and cut here.
struct StoreGroup {
    let stores: [SQLiteStore]

    /// The store of an object by its number; nil for an object that was not saved, and where the store was removed.
    func store(of number: Int64) -> SQLiteStore? { stores.first { $0.keySpace.holds(number) } }

    /// The key spaces of those of some stores that are among these.
    func keySpaces(of others: [NSPersistentStore]) -> Set<KeySpace> {
        Set(stores.lazy.filter { store in others.contains { $0 === store } }.map(\.keySpace))
    }

    /// The stores that take an entity.
    func stores(taking layout: EntityLayout) -> [SQLiteStore] { stores.filter { $0.takes(layout) } }

    /// Where a new object of an entity goes: into the first store that takes the entity and can be written, or into the first that
    /// takes it, which then says why it cannot be.
    func defaultStore(_ layout: EntityLayout) -> SQLiteStore? {
        stores.first { $0.takes(layout) && !$0.isReadOnly } ?? stores.first { $0.takes(layout) }
    }

    /// The stores that a query is about.
    func stores(for query: StoreQuery) -> [SQLiteStore] {
        stores.filter { $0.takes(query.layout) && query.keySpaces?.contains($0.keySpace) ?? true }
    }

    // MARK: Queries

    func fetch(_ query: StoreQuery, noting: ((Int) throws -> Void)? = nil) throws -> [NumberedRow] {
        let stores = stores(for: query)
        if stores.count == 1 { return try stores[0].fetch(query, noting: noting) }
        return try fetchSorted(query, from: stores).map(\.row)
    }

    /// The rows with the values they are ordered by where rows do not have those themselves.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try fetchSorted(query, from: stores(for: query)) }

    private func fetchSorted(_ query: StoreQuery, from stores: [SQLiteStore]) throws -> [SortedRow] {
        if stores.count == 1 { return try stores[0].fetchSorted(query) }
        let lists = try stores.map { try $0.fetchSorted(query.beforeOffset) }
        return query.window(lists.reduce([]) { $0.merged(with: $1, by: query.precedes) })
    }

    func count(_ query: StoreQuery) throws -> Int {
        let stores = stores(for: query)
        if stores.count == 1 { return try stores[0].count(query) }
        let total = try stores.reduce(0) { try $0 + $1.count(query.whole) }
        let rest = max(0, total - query.offset)
        return query.limit > 0 ? min(rest, query.limit) : rest
    }

    /// The numbers of all matching rows in order, with their entities.
    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, number: Int64)] {
        let stores = stores(for: query)
        if stores.count == 1 { return try stores[0].keys(query) }
        return try fetchSorted(query, from: stores).map { ($0.row.row.layout, $0.row.number) }
    }

    /// Some values of all matching rows in order; nil where several stores answer, which put whole rows in order.
    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, number: Int64, values: PartialRow)]? {
        let stores = stores(for: query)
        return stores.count == 1 ? try stores[0].partialRows(query, slots) : nil
    }

    /// The numbers of all matching rows in order, each with its mark and section.
    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        let stores = stores(for: keys.query)
        if stores.count == 1 { return try stores[0].fetchKeys(keys, into: &collector) }
        for sorted in try fetchSorted(keys.query, from: stores) {
            func value(_ index: Int) -> Value {
                if index < keys.slots.count { return sorted.row.row.values[keys.slots[index]] }
                let index = index - keys.slots.count
                return index < sorted.sortValues.count ? sorted.sortValues[index] : sorted.section
            }
            if let section = keys.section { collector.follow(value(section)) }
            collector.append(sorted.number, keys.mark(sorted.number, value))
        }
    }

    /// The dictionaries of a fetch, in order.
    func fetch(_ query: ColumnQuery, noting: ((Int) throws -> Void)? = nil) throws -> [NSDictionary] {
        let stores = stores(for: query.rows)
        if stores.count == 1 { return try stores[0].fetch(query, noting: noting) }
        if try stores.first?.columnSQL(query).isOfGroups == true { return try gather(query, from: stores, noting: noting) }
        let lists = try stores.map { try $0.fetchSorted(query) }
        var rows = lists.reduce([]) { $0.merged(with: $1, by: query.rows.precedes) }
        if query.isDistinct {
            var seen: Set<[Value]> = []
            rows = rows.filter { seen.insert($0.values).inserted }
        }
        return query.rows.window(rows).map(\.dictionary)
    }

    // MARK: Objects

    func members(of number: Int64, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try store(of: number)?.members(of: number, layout, slot) ?? []
    }

    func members(ofEach numbers: [Int64], _ layout: EntityLayout, _ slot: Int) throws -> [Int64: [ObjectReference]] {
        try gather(numbers) { try $0.members(ofEach: $1, layout, slot) }
    }

    /// The rows with these numbers, one statement a store.
    func rows(_ layout: EntityLayout, _ numbers: [Int64]) throws -> [Int64: Row] {
        try gather(numbers) { try $0.rows(layout, $1) }
    }

    /// The objects from which relationships, followed in this order, lead to one of some objects.
    func roots(_ hops: [QueryPath.Hop], leadingTo numbers: [Int64]) throws -> Set<Int64> {
        var roots: Set<Int64> = []
        for (store, numbers) in divide(numbers) { roots.formUnion(try store.roots(hops, leadingTo: numbers)) }
        return roots
    }

    private func gather<T>(_ numbers: [Int64], _ read: (SQLiteStore, [Int64]) throws -> [Int64: T]) throws -> [Int64: T] {
        let parts = divide(numbers)
        if parts.count == 1 { return try read(parts[0].store, parts[0].numbers) }
        var all: [Int64: T] = [:]
        for (store, numbers) in parts { all.merge(try read(store, numbers)) { old, _ in old } }
        return all
    }

    /// The stores that have some of these objects, each with its own; objects of removed stores are in none.
    func divide(_ numbers: [Int64]) -> [(store: SQLiteStore, numbers: [Int64])] {
        if stores.count == 1, numbers.allSatisfy(stores[0].keySpace.holds) { return [(stores[0], numbers)] }
        return stores.compactMap { store in
            let own = numbers.filter(store.keySpace.holds)
            return own.isEmpty ? nil : (store, own)
        }
    }

    /// Calls `body` with a function that reads rows by number, all of a store on one snapshot of it.
    func reading<T>(_ layout: EntityLayout, _ body: (@escaping (Int64) throws -> Row?) throws -> T) throws -> T {
        let stores = stores(taking: layout)
        if stores.count == 1, let store = stores.first {
            return try store.reading(layout) { read in
                try body { number in store.keySpace.holds(number) ? try read(number) : nil }
            }
        }
        return try reading(layout, stores[...], { _ in nil }, body)
    }

    private func reading<T>(
        _ layout: EntityLayout, _ rest: ArraySlice<SQLiteStore>, _ readOthers: @escaping (Int64) throws -> Row?,
        _ body: (@escaping (Int64) throws -> Row?) throws -> T
    ) throws -> T {
        guard let store = rest.first else { return try body(readOthers) }
        return try store.reading(layout) { read in
            try reading(
                layout, rest.dropFirst(), { number in try store.keySpace.holds(number) ? read(number) : readOthers(number) }, body
            )
        }
    }

    // MARK: Writing

    /// Runs a transaction in each of the stores. None is committed before all have written what they have to.
    ///
    /// Where one fails, nothing is written. Should the disk fail between two commits, the error is NSPersistentStoreIncompleteSaveError
    /// and names the stores that were not written.
    ///
    /// - Parameter body: runs the transaction of a store and has it call the function it is given before it commits; nil where the store
    ///   is the only one.
    func write<T>(
        _ body: (SQLiteStore, _ beforeCommit: (() throws -> Void)?) throws -> T
    ) throws -> [ObjectIdentifier: T] {
        if stores.count == 1 { return [ObjectIdentifier(stores[0]): try body(stores[0], nil)] }
        var outcomes: [ObjectIdentifier: T] = [:]
        // In the same order in every process, so that none waits for another that waits for it.
        let ordered = stores.sorted { ($0.uuid, $0.url?.path ?? "") < ($1.uuid, $1.url?.path ?? "") }
        try withoutActuallyEscaping(body) { body in
            func run(_ rest: ArraySlice<SQLiteStore>) throws {
                guard let store = rest.first else { return }
                outcomes[ObjectIdentifier(store)] = try body(store) { try run(rest.dropFirst()) }
            }
            do {
                try run(ordered[...])
            } catch  where !outcomes.isEmpty {
                let missing = ordered.filter { outcomes[ObjectIdentifier($0)] == nil }
                throw NSError(
                    code: NSPersistentStoreIncompleteSaveError,
                    """
                    Of the stores that were to be written together some were not: \
                    \(missing.map { $0.url?.path ?? $0.uuid }.joined(separator: ", ")). \(error.localizedDescription)
                    """,
                    [NSAffectedStoresErrorKey: missing, NSUnderlyingErrorKey: error])
            }
        }
        return outcomes
    }
}

extension StoreQuery {
    /// The query without its window.
    var whole: StoreQuery {
        var query = self
        (query.limit, query.offset) = (0, 0)
        return query
    }

    /// All rows of a store that may be in the window of the rows of several.
    var beforeOffset: StoreQuery {
        var query = self
        (query.limit, query.offset) = (limit > 0 ? limit + offset : 0, 0)
        return query
    }

    /// What the window leaves of all matching rows.
    func window<T>(_ rows: [T]) -> [T] {
        guard limit > 0 || offset > 0 else { return rows }
        let rest = rows.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}
