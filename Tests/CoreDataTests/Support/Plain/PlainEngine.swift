import Foundation
import StrataPredicates
import Synchronization

@testable import CoreData

/// An engine that keeps its rows in dictionaries and evaluates predicates in memory.
///
/// It is the second implementation of the contract: what the planners decide for it has to be what
/// they decide for SQLite. It has generations, and neither a history, fetches of dictionaries nor
/// derived attributes. Its content lasts as long as the store is open, and several coordinators can
/// have it.
// Safe to share: constants, mutexes and a lock around transactions.
final class PlainEngine: PlainReader, TransactionalEngine, @unchecked Sendable {
    let identity: StoreIdentity
    let readOnlyReason: String? = nil
    let abilities: StoreAbilities
    private let departure = Mutex<StoreDeparture?>(nil)

    let type: String

    /// - Parameters:
    ///   - decides: The comparisons that the engine decides itself; nil for all. It fails for others.
    ///   - rowsPassedInOneRead: The cost of a read; see `StoreAbilities`.
    ///   - content: The content, which may be that of another engine whose rows have the same layouts.
    init(
        _ metadata: StoreMetadata, type: String, decides: DividedReader.Decision? = nil, rowsPassedInOneRead: Int = 16,
        content: PlainContent = PlainContent()
    ) {
        self.type = type
        abilities = StoreAbilities(
            keepsHistory: false, isShared: false, rowsPassedInOneRead: rowsPassedInOneRead, decides: decides)
        identity = StoreIdentity(metadata)
        super.init(content, decides)
    }

    var keySpace: KeySpace = .first

    func generation() throws -> (any StoreReader)? { PlainReader(PlainContent(content), abilities.decides) }

    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        update { rows in layouts.map { rows.nextRowID($0, keySpace) } }
    }

    func transact(
        _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?,
        _ body: (PlainTransaction) throws -> Void
    ) throws -> ChangeSet {
        try shared.writing.withLock {
            if let departure = departure.withLock({ $0 }) {
                throw NSError(code: NSPersistentStoreSaveError, "The store \(departure.rawValue)")
            }
            let metadata = identity.unsaved
            let transaction = PlainTransaction(content, keySpace)
            // Keys are not used again, whatever becomes of the transaction.
            defer { update { $0.lastKeys.merge(transaction.rows.lastKeys) { max($0, $1) } } }
            try body(transaction)
            announce(transaction.changes)
            try beforeCommit?()
            update { $0 = transaction.rows }
            if let metadata { identity.didSave(revision: metadata.revision) }
            return transaction.changes
        }
    }

    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet {
        let onConflict = OnConflict(ofBatch: policy)
        return try transact(origin, announce: announce, beforeCommit: nil) { transaction in
            var values = layout.defaults
            while try source.next(&values) {
                if onConflict.replaces {
                    try transaction.displaceHolders(of: values, layout, layout) { try transaction.displaceInBatch($0, layout) }
                }
                let rowID = try transaction.nextRowID(layout)
                switch try transaction.insert(values, as: rowID, layout, onConflict) {
                case .inserted: break
                case .merged:
                    guard onConflict.replaces, let holder = try transaction.holder(of: values, layout, layout) else {
                        continue
                    }
                    try transaction.didUpdate(holder.rowID, slots: onConflict.changedSlots(layout), layout)
                case .refused:
                    throw NSError(code: NSManagedObjectConstraintMergeError, "Another \(layout.name) has the unique value.")
                }
            }
        }
    }

    func performDeferredTask() throws -> Bool { false }

    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows {
        try shared.writing.withLock {
            try put()
            self.departure.withLock { $0 = departure }
        }
    }

    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws { throw NSError(code: NSPersistentStoreUnsupportedRequestTypeError, "A plain store cannot be moved.") }

    func close() throws {}

    // MARK: What it does not have

    func tokenNumber() throws -> Int64? { nil }
    func lastTransaction() throws -> Int64 { 0 }
    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord] { [] }
    func history(_ query: HistoryQuery) throws -> [HistoryRecord] { [] }
    func countHistory(after start: HistoryStart) throws -> Int { 0 }
    func deleteHistory(before end: HistoryStart) throws {}
    func deleteHistory(_ query: HistoryQuery) throws {}
    func deleteHistory(_ numbers: [Int64]) throws {}
    var lastPublishedTransaction: Int64 { 0 }
    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)? { nil }
    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool? { false }
    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool { false }
    func currentPosition() throws -> StorePosition? { nil }
    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges { .unknown }
}

/// The place of the rows of one plain engine or several, each of which has a coordinator of its own.
final class PlainContent: Sendable {
    fileprivate let rows: Mutex<PlainRows>
    /// Held during transactions.
    fileprivate let writing = NSLock()

    init(_ rows: PlainRows = PlainRows()) {
        self.rows = Mutex(rows)
    }
}

/// The content of a plain engine, or one generation of it.
class PlainReader: StoreReader, @unchecked Sendable {
    let shared: PlainContent
    /// The row IDs that the last call of `reading` named ahead which named any.
    let rowsAhead = Mutex<Set<RowID>>([])
    private let decides: DividedReader.Decision?

    init(_ content: PlainContent, _ decides: DividedReader.Decision?) {
        shared = content
        self.decides = decides
    }

    /// Returns the matching rows in order, without limit and offset. Fails for a predicate with a
    /// comparison that the engine does not decide.
    private func matches(_ query: StoreQuery) throws -> [SortedRow] {
        if let decides, try query.bounds(decides) != nil {
            throw NSError(code: NSPersistentStoreOperationError, "A plain store was asked for \(query.predicate.format).")
        }
        return try content.matches(query)
    }

    final var content: PlainRows { shared.rows.withLock { $0 } }

    final func update<T: Sendable>(_ body: (inout PlainRows) -> T) -> T { shared.rows.withLock { body(&$0) } }

    final func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        let rows = query.rowsInRange(try matches(query)).map(\.row)
        for number in rows.indices { try onRow?(number + 1) }
        return rows
    }

    final func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { query.rowsInRange(try matches(query)) }

    final func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try fetch(query, onRow: nil).map { ($0.row.layout, $0.rowID) }
    }

    final func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try fetch(query, onRow: nil).map { row in
            (row.row.layout, row.rowID, PartialRow(slots, slots.map { row.row.values[$0] }))
        }
    }

    final func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        for sorted in try fetchSorted(keys.query) { keys.collect(sorted, into: &collector) }
    }

    final func count(_ query: StoreQuery) throws -> Int { query.rowsInRange(try matches(query)).count }

    final func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] { throw Self.noDictionaries }
    final func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] { throw Self.noDictionaries }
    final func isOfGroups(_ query: ColumnQuery) throws -> Bool { !query.groups.isEmpty }
    final func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] { throw Self.noDictionaries }

    private static var noDictionaries: NSError {
        NSError(code: NSPersistentStoreUnsupportedRequestTypeError, "A plain store has no fetches of dictionaries.")
    }

    final func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: CoreData.Row] {
        let content = content
        return rowIDs.reduce(into: [:]) { $0[$1] = content.row($1, layout) }
    }

    final func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> CoreData.Row?) throws -> T
    ) throws -> T {
        let content = content
        if !ahead.isEmpty { rowsAhead.withLock { $0 = Set(ahead) } }
        return try body { content.row($0, layout) }
    }

    final func holders(of wanted: [(row: CoreData.Row, slots: [Int])]) throws -> [(rowID: RowID, row: CoreData.Row)?] {
        let content = content
        return try wanted.map { wanted in
            guard let rowID = try content.holder(of: wanted.row.values, unique: wanted.slots, wanted.row.layout) else {
                return nil
            }
            return content.row(rowID, wanted.row.layout.root).map { (rowID, $0) }
        }
    }

    final func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        content.members(of: rowID, layout, slot)
    }

    final func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        let content = content
        return rowIDs.reduce(into: [:]) { members, rowID in
            let found = content.members(of: rowID, layout, slot)
            if !found.isEmpty { members[rowID] = found }
        }
    }

    final func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        let content = content
        var current = Set(rowIDs)
        for hop in hops.reversed() {
            if hop.isToMany {
                // A pair of a deleted row is gone, but its reference is still found.
                current = Set(
                    content.all(hop.layout).map(\.rowID).filter { owner in
                        content.members(of: owner, hop.layout, hop.slot).contains { current.contains($0.rowID) }
                    })
            } else {
                current = Set(content.referrers(to: current, through: hop.slot, hop.layout).map(\.rowID))
            }
        }
        return current
    }
}

extension PlainRows {
    mutating func nextRowID(_ layout: EntityLayout, _ keySpace: KeySpace) -> RowID {
        let key = (lastKeys[layout.hierarchy] ?? PrimaryKey(0)).next
        lastKeys[layout.hierarchy] = key
        return keySpace.rowID(key)
    }
}

/// The kind of plain stores. A store is empty each time it is opened, unless it shares the content
/// of another one.
struct PlainKind: StoreKind {
    var type = "Plain"
    var decides: DividedReader.Decision?
    var rowsPassedInOneRead = 16
    /// The engine whose content and UUID the stores have, for other coordinators with the same model.
    var original: PlainEngine?

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        let identifier = original?.identity.uuid ?? UUID().uuidString
        var metadata = StoreMetadata(identifier: identifier, values: [NSStoreTypeKey: type])
        metadata.setModel(model, model.entityVersionHashesByName)
        return PlainEngine(
            metadata, type: type, decides: decides, rowsPassedInOneRead: rowsPassedInOneRead,
            content: original?.shared ?? PlainContent())
    }

    func place(of url: URL) -> StorePlace { .memory }
    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {}
    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] { throw Self.isNotKept }
    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws { throw Self.isNotKept }
    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel { throw Self.isNotKept }
    func storedModel(
        _ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]
    ) throws -> StoredModel? { nil }
    func destroy(_ description: NSPersistentStoreDescription) throws {}
    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        throw Self.isNotKept
    }
    func removeRemains(of description: NSPersistentStoreDescription) {}

    private static var isNotKept: NSError {
        NSError(code: CocoaError.fileReadNoSuchFile.rawValue, "A plain store is not kept.")
    }
}
