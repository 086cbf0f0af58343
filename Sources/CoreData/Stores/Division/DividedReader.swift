internal import Foundation
internal import StrataPredicates

// # Predicates that a store cannot decide
//
// An engine may lack a function of predicates, or have one with other results: the case rules of a
// database server are not Foundation's. Such an engine says so comparison by comparison
// (`StoreAbilities.decides`), and a query with one is divided:
//
//     code == "us" AND place CONTAINS[cd] "ö"        the engine does not decide the second part
//     upper: code == "us"                            every row that can match
//     lower: FALSE                                   the rows that match for certain
//
// The engine returns the rows of the upper bound, in order, and the keys of the lower one. Memory
// tests the rows in between, by the predicate itself, with `StoredObject`: it reads what the store
// has, and no unsaved changes, as SQL does. Then limit and offset apply. So the result is that of an
// engine that decides everything, and only the price differs. A fetch with a small limit tests the
// first rows of the upper bound, and reads the others only if too few of those match.
//
// Everything happens in one state of the store if the engine has generations.

/// A reader for one query, whose predicate the store cannot decide by itself.
// Safe to share: constants.
final class DividedReader: StoreReader, @unchecked Sendable {
    typealias Decision = @Sendable (PredicateForm, EntityLayout) -> Bool
    /// The queries for the rows that match for certain, nil for none, and for those that may match.
    typealias Bounds = (lower: StoreQuery?, upper: StoreQuery)

    /// The reader of the store, in one state if the engine has generations.
    let base: any StoreReader
    private let bounds: Bounds

    /// - Parameters:
    ///   - base: The reader of the store, which is read as it is now if it is an engine with
    ///     generations.
    ///   - bounds: Those of the query, whose limit and offset may change from call to call.
    init(_ base: any StoreReader, _ bounds: Bounds) throws {
        self.base = try (base as? any StoreEngine)?.generation() ?? base
        self.bounds = bounds
    }

    // MARK: Rows of a query

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        if let page = firstPage(of: query) {
            let rows = try base.fetchSorted(page)
            let first = try matching(rows, query, sure: [])
            // Otherwise the page says nothing about the rows behind it, and all are read.
            if rows.count < page.limit || first.count == query.beforeOffset.limit { return query.rowsInRange(first) }
        }
        let rows = try base.fetchSorted(bounds.upper.whole)
        let sure = try bounds.lower.map { Set(try base.keys($0.whole).map(\.rowID)) } ?? []
        return query.rowsInRange(try matching(rows, query, sure: sure))
    }

    /// The query for a few times as many rows of the upper bound as a query needs; nil for a query
    /// that needs many, or all.
    private func firstPage(of query: StoreQuery) -> StoreQuery? {
        let needed = query.beforeOffset.limit
        guard needed > 0, needed <= 2_500 else { return nil }
        var page = bounds.upper.whole
        page.limit = max(4 * needed, 256)
        return page
    }

    /// Returns the rows that match, up to the end of the query's range.
    ///
    /// - Parameter sure: The IDs of rows that match for certain.
    private func matching(_ rows: [SortedRow], _ query: StoreQuery, sure: Set<RowID>) throws -> [SortedRow] {
        let objects = StoredObjects(base)
        let needed = query.beforeOffset.limit
        var matching: [SortedRow] = []
        for row in rows where try sure.contains(row.rowID) || objects.matches(row.row, query) {
            matching.append(row)
            if matching.count == needed { break }
        }
        return matching
    }

    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        let rows = try fetchSorted(query).map(\.row)
        for index in rows.indices { try onRow?(index + 1) }
        return rows
    }

    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try fetchSorted(query).map { ($0.row.row.layout, $0.rowID) }
    }

    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try fetchSorted(query).map { sorted in
            let row = sorted.row.row
            return (row.layout, sorted.rowID, PartialRow(slots, slots.map { row.values[$0] }))
        }
    }

    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        for sorted in try fetchSorted(keys.query) { keys.collect(sorted, into: &collector) }
    }

    func count(_ query: StoreQuery) throws -> Int { try fetchSorted(query).count }

    // MARK: Dictionaries

    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        try base.fetch(decided(query), onRow: onRow)
    }

    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] { try base.fetchSorted(decided(query)) }

    func isOfGroups(_ query: ColumnQuery) throws -> Bool {
        var query = query
        query.rows = bounds.upper
        return try base.isOfGroups(query)
    }

    func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] { try base.fetchGroups(decided(query), with: others, onRow: onRow) }

    private func decided(_ query: ColumnQuery) throws -> ColumnQuery { try query.decided(by: [self]) }

    // MARK: Known rows and relationships

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] { try base.rows(layout, rowIDs) }

    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        try base.reading(layout, ahead: ahead, body)
    }

    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(rowID: RowID, row: Row)?] { try base.holders(of: wanted) }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try base.members(of: rowID, layout, slot)
    }

    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        try base.members(ofEach: rowIDs, layout, slot)
    }

    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        try base.roots(hops, leadingTo: rowIDs)
    }
}

extension ColumnQuery {
    /// Returns the query for the rows of some readers that match, by their IDs.
    func decided(by readers: [any StoreReader]) throws -> ColumnQuery {
        var decided = self
        decided.rows = rows.any(of: try readers.flatMap { try $0.keys(rows.whole).map(\.rowID) })
        (decided.rows.limit, decided.rows.offset) = (rows.limit, rows.offset)
        return decided
    }
}

extension StoreQuery {
    /// Returns the bounds of the predicate; nil if an engine decides the whole of it.
    func bounds(_ decides: DividedReader.Decision) throws -> DividedReader.Bounds? {
        if candidates?.areTested == false { return nil }
        let (lower, upper) = predicate.bounds { decides($0, layout) }
        if lower == upper { return nil }
        return (lower == .always(false) ? nil : try with(lower), try with(upper))
    }
}
