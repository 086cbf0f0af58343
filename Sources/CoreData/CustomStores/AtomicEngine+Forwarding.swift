internal import Foundation
internal import StrataPredicates

// Reads, which the store in memory executes.
extension AtomicEngine {
    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        try rows.fetch(query, onRow: onRow)
    }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try rows.fetchSorted(query) }

    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] { try rows.keys(query) }

    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try rows.partialRows(query, slots)
    }

    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        try rows.fetchKeys(keys, into: &collector)
    }

    func count(_ query: StoreQuery) throws -> Int { try rows.count(query) }

    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        try rows.fetch(query, onRow: onRow)
    }

    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] { try rows.fetchSorted(query) }

    var rowsToGroup: any StoreReader { rows }

    func isOfGroups(_ query: ColumnQuery) throws -> Bool { try rows.isOfGroups(query) }

    func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        try rows.fetchGroups(query, with: others, onRow: onRow)
    }

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] { try rows.rows(layout, rowIDs) }

    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        try rows.reading(layout, ahead: ahead, body)
    }

    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(rowID: RowID, row: Row)?] {
        try rows.holders(of: wanted)
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try rows.members(of: rowID, layout, slot)
    }

    func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        try rows.members(ofEach: rowIDs, layout, slot)
    }

    func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        try rows.roots(hops, leadingTo: rowIDs)
    }
}

// The history and external changes, of which an atomic store has none.
extension AtomicEngine {
    func tokenNumber() throws -> Int64? { try rows.tokenNumber() }

    func lastTransaction() throws -> Int64 { try rows.lastTransaction() }

    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord] {
        try rows.history(after: start, withChanges: withChanges)
    }

    func history(_ query: HistoryQuery) throws -> [HistoryRecord] { try rows.history(query) }

    func countHistory(after start: HistoryStart) throws -> Int { try rows.countHistory(after: start) }

    func deleteHistory(before end: HistoryStart) throws { try rows.deleteHistory(before: end) }

    func deleteHistory(_ query: HistoryQuery) throws { try rows.deleteHistory(query) }

    func deleteHistory(_ numbers: [Int64]) throws { try rows.deleteHistory(numbers) }

    var lastPublishedTransaction: Int64 { rows.lastPublishedTransaction }

    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)? { rows.follow(report) }

    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool? {
        try rows.readExternalChanges(publish)
    }

    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool {
        try rows.settleExternalChanges(publish)
    }

    func currentPosition() throws -> StorePosition? { try rows.currentPosition() }

    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges {
        try rows.changes(since: position, atMost: count)
    }
}
