import Dispatch
import Foundation
import Synchronization

@testable import CoreData

/// A call of an engine that can fail.
enum EngineCall: CaseIterable, Sendable {
    // Of readers.
    case fetch, fetchSorted, keys, partialRows, fetchKeys, count, columns, groups, rows, reading, holders, members, roots
    /// Reading one row inside `reading`.
    case row
    // Of engines.
    case generation, allocateKeys, save, batchInsert, batchUpdate, batchDelete, deferredTask, history, deleteHistory
    case externalChanges, position, move, close
    /// The end of a save, a batch update or a batch deletion: everything is written, and nothing is
    /// committed.
    case commit
    // Of kinds.
    case open

    /// The kind of work that a call does.
    enum Kind: CaseIterable, Sendable {
        /// Reads rows.
        case read
        /// Writes rows, or reserves their IDs.
        case transaction
        /// Reads or deletes transactions of the history.
        case history
        /// Looks for the changes of other writers.
        case change
        /// Opens, moves or closes the store.
        case opening
    }

    var kind: Kind {
        switch self {
        case .fetch, .fetchSorted, .keys, .partialRows, .fetchKeys, .count, .columns, .groups, .rows, .reading, .holders,
            .members, .roots, .row, .generation:
            .read
        case .allocateKeys, .save, .commit, .batchInsert, .batchUpdate, .batchDelete, .deferredTask: .transaction
        case .history, .deleteHistory: .history
        case .externalChanges, .position: .change
        case .open, .move, .close: .opening
        }
    }
}

/// Decides which calls of the engines fail that were opened with it, and how. None fails at first.
final class EngineFailures: Sendable {
    private typealias Decision = @Sendable (EngineCall) -> (any Error)?

    private let decision = Mutex<Decision?>(nil)
    private let counts = Mutex<[EngineCall: Int]>([:])
    fileprivate let lastQueryLimit = Atomic(0)
    fileprivate let historyRowCount = Atomic(0)

    private static let sentence = "The disk failed."

    /// The error of a disk that fails at the moment.
    static var unreadable: any Error {
        NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.fileReadUnknown.rawValue,
            userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    /// Whether an error is `unreadable`, or was caused by it.
    static func caused(_ error: any Error) -> Bool {
        let error = error as NSError
        if error.localizedDescription == sentence { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(caused) ?? false
    }

    /// Wraps the engines of a coordinator's open stores, so that their calls can fail. Called before
    /// another thread uses the stores.
    func install(in coordinator: NSPersistentStoreCoordinator) {
        for store in coordinator.stores.stores {
            let engine = FailingEngine(store.engine, type: store.engine.type, self)
            store.finishOpening(engine, of: store.kind, model: coordinator.managedObjectModel)
        }
    }

    // MARK: Failing

    /// Makes those calls fail for which the closure returns an error. It may be called on any
    /// thread, and must not use the store.
    func fail(_ decide: @escaping @Sendable (EngineCall) -> (any Error)?) { decision.withLock { $0 = decide } }

    /// Makes some calls of these kinds fail with `unreadable`.
    ///
    /// - Parameter isChosen: Chooses the calls that fail, by their number, which counts from 1 from
    ///   this moment on.
    func fail(_ kinds: Set<EngineCall.Kind>, where isChosen: @escaping @Sendable (Int) -> Bool = { _ in true }) {
        let count = Atomic(0)
        fail { call in
            guard kinds.contains(call.kind) else { return nil }
            return isChosen(count.add(1, ordering: .relaxed).newValue) ? Self.unreadable : nil
        }
    }

    /// Makes calls that read rows fail: all of them, or those that are chosen by their number.
    func failReads(where isChosen: @escaping @Sendable (Int) -> Bool = { _ in true }) { fail([.read], where: isChosen) }

    /// Lets all calls through again.
    func recover() { decision.withLock { $0 = nil } }

    // MARK: Waiting

    /// A call that does not return until it is released.
    final class Hold: Sendable {
        private let arrival = DispatchSemaphore(value: 0)
        private let releasing = DispatchSemaphore(value: 0)

        /// Waits until an engine was called.
        func waitUntilCalled() { arrival.wait() }

        func release() { releasing.signal() }

        fileprivate func wait() {
            arrival.signal()
            releasing.wait()
        }
    }

    /// Makes the next call wait that the closure chooses, until it is released. Later ones pass.
    func hold(_ isChosen: @escaping @Sendable (EngineCall) -> Bool) -> Hold {
        let hold = Hold()
        let isHeld = Atomic(false)
        fail { call in
            if isChosen(call), !isHeld.exchange(true, ordering: .relaxed) { hold.wait() }
            return nil
        }
        return hold
    }

    // MARK: Counting

    /// The limit of the last query that was fetched with its sort keys.
    var lastLimit: Int { lastQueryLimit.load(ordering: .relaxed) }

    /// The number of transactions and changes that queries of the history have read so far.
    var historyRows: Int { historyRowCount.load(ordering: .relaxed) }

    /// The number of calls so far, those that failed included.
    func count(of call: EngineCall) -> Int { counts.withLock { $0[call] ?? 0 } }

    func check(_ call: EngineCall) throws {
        counts.withLock { $0[call, default: 0] += 1 }
        // Called outside of the lock, since it may wait.
        let decide = decision.withLock { $0 }
        if let error = decide?(call) { throw error }
    }
}

/// A reader that passes each call to another one, unless the call is to fail.
class FailingReader: StoreReader, @unchecked Sendable {
    fileprivate let source: any StoreReader
    fileprivate let failures: EngineFailures
    /// The comparisons that the reader is to decide; nil for those of the other one.
    fileprivate let decides: DividedReader.Decision?

    fileprivate init(_ source: any StoreReader, _ failures: EngineFailures, _ decides: DividedReader.Decision?) {
        self.source = source
        self.failures = failures
        self.decides = decides
    }

    /// Lets a call with a query fail if it is to, or if the predicate has a comparison that the
    /// reader is not to decide: the query has not been divided, and the other reader would decide it.
    private func check(_ call: EngineCall, _ query: StoreQuery) throws {
        try failures.check(call)
        guard let decides, try query.bounds(decides) != nil else { return }
        throw NSError(
            code: NSPersistentStoreOperationError,
            "The predicate of a query for \(query.layout.name) was not divided before the call '\(call)'.")
    }

    final func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        try check(.fetch, query)
        return try source.fetch(query, onRow: onRow)
    }

    final func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        try check(.fetchSorted, query)
        failures.lastQueryLimit.store(query.limit, ordering: .relaxed)
        return try source.fetchSorted(query)
    }

    final func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try check(.keys, query)
        return try source.keys(query)
    }

    final func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try check(.partialRows, query)
        return try source.partialRows(query, slots)
    }

    final func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        try check(.fetchKeys, keys.query)
        try source.fetchKeys(keys, into: &collector)
    }

    final func count(_ query: StoreQuery) throws -> Int {
        try check(.count, query)
        return try source.count(query)
    }

    final func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        try check(.columns, query.rows)
        return try source.fetch(query, onRow: onRow)
    }

    final func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] {
        try check(.columns, query.rows)
        return try source.fetchSorted(query)
    }

    final func isOfGroups(_ query: ColumnQuery) throws -> Bool { try source.isOfGroups(query) }

    final func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        try check(.groups, query.rows)
        return try source.fetchGroups(query, with: others.map { ($0 as? FailingReader)?.source ?? $0 }, onRow: onRow)
    }

    final func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: CoreData.Row] {
        try failures.check(.rows)
        return try source.rows(layout, rowIDs)
    }

    final func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> CoreData.Row?) throws -> T
    ) throws -> T {
        try failures.check(.reading)
        let failures = failures
        return try source.reading(layout, ahead: ahead) { read in
            try body { rowID in
                try failures.check(.row)
                return try read(rowID)
            }
        }
    }

    final func holders(of wanted: [(row: CoreData.Row, slots: [Int])]) throws -> [(rowID: RowID, row: CoreData.Row)?] {
        try failures.check(.holders)
        return try source.holders(of: wanted)
    }

    final func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try failures.check(.members)
        return try source.members(of: rowID, layout, slot)
    }

    final func members(ofEach rowIDs: [RowID], _ layout: EntityLayout, _ slot: Int) throws -> [RowID: [ObjectReference]] {
        try failures.check(.members)
        return try source.members(ofEach: rowIDs, layout, slot)
    }

    final func roots(_ hops: [QueryPath.Hop], leadingTo rowIDs: [RowID]) throws -> Set<RowID> {
        try failures.check(.roots)
        return try source.roots(hops, leadingTo: rowIDs)
    }
}

/// An engine that passes each call to another one, unless the call is to fail. A call that fails
/// does nothing: it changes neither the store nor what the other engine knows.
final class FailingEngine: FailingReader, StoreEngine, @unchecked Sendable {
    let base: any StoreEngine
    let type: String

    /// - Parameter decides: The comparisons that the engine is to decide; nil for those of the base.
    init(_ base: any StoreEngine, type: String, _ failures: EngineFailures, decides: DividedReader.Decision? = nil) {
        self.base = base
        self.type = type
        super.init(base, failures, decides)
    }

    var identity: StoreIdentity { base.identity }
    var readOnlyReason: String? { base.readOnlyReason }
    var abilities: StoreAbilities {
        var abilities = base.abilities
        abilities.decides = decides ?? abilities.decides
        return abilities
    }

    var keySpace: KeySpace {
        get { base.keySpace }
        set { base.keySpace = newValue }
    }

    func generation() throws -> (any StoreReader)? {
        try failures.check(.generation)
        return try base.generation().map { FailingReader($0, failures, decides) }
    }

    // MARK: Writing

    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        try failures.check(.allocateKeys)
        return try base.allocateKeys(layouts, for: objects)
    }

    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?) throws -> SaveOutcome {
        try failures.check(.save)
        return try base.save(request, announce: announce, beforeCommit: commit(beforeCommit))
    }

    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet {
        try failures.check(.batchInsert)
        return try base.batchInsert(layout, source, policy, origin, announce: announce)
    }

    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try failures.check(.batchUpdate)
        if let decides {
            return try planning.batchUpdate(update, decides, origin, announce: announce, beforeCommit: commit(beforeCommit))
        }
        return try base.batchUpdate(update, origin, announce: announce, beforeCommit: commit(beforeCommit))
    }

    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try failures.check(.batchDelete)
        if let decides {
            return try planning.batchDelete(selection, decides, origin, announce: announce, beforeCommit: commit(beforeCommit))
        }
        return try base.batchDelete(selection, origin, announce: announce, beforeCommit: commit(beforeCommit))
    }

    /// The base, whose batches are planned here if this engine decides less: the base itself would
    /// divide no predicate.
    private var planning: any TransactionalEngine {
        guard let engine = base as? any TransactionalEngine else {
            preconditionFailure("An engine without transactions cannot be limited.")
        }
        return engine
    }

    private func commit(_ beforeCommit: (() throws -> Void)?) -> () throws -> Void {
        {
            try self.failures.check(.commit)
            try beforeCommit?()
        }
    }

    func performDeferredTask() throws -> Bool {
        try failures.check(.deferredTask)
        return try base.performDeferredTask()
    }

    // MARK: History

    func tokenNumber() throws -> Int64? {
        try failures.check(.history)
        return try base.tokenNumber()
    }

    func lastTransaction() throws -> Int64 {
        try failures.check(.history)
        return try base.lastTransaction()
    }

    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord] {
        try failures.check(.history)
        return try base.history(after: start, withChanges: withChanges)
    }

    func history(_ query: HistoryQuery) throws -> [HistoryRecord] {
        try failures.check(.history)
        let records = try base.history(query)
        failures.historyRowCount.add(records.reduce(0) { $0 + 1 + ($1.changes?.count ?? 0) }, ordering: .relaxed)
        return records
    }

    func countHistory(after start: HistoryStart) throws -> Int {
        try failures.check(.history)
        return try base.countHistory(after: start)
    }

    func deleteHistory(before end: HistoryStart) throws {
        try failures.check(.deleteHistory)
        try base.deleteHistory(before: end)
    }

    func deleteHistory(_ query: HistoryQuery) throws {
        try failures.check(.deleteHistory)
        try base.deleteHistory(query)
    }

    func deleteHistory(_ numbers: [Int64]) throws {
        try failures.check(.deleteHistory)
        try base.deleteHistory(numbers)
    }

    // MARK: External changes

    var lastPublishedTransaction: Int64 { base.lastPublishedTransaction }

    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)? { base.follow(report) }

    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool? {
        try failures.check(.externalChanges)
        return try base.readExternalChanges(publish)
    }

    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool {
        try failures.check(.externalChanges)
        return try base.settleExternalChanges(publish)
    }

    func currentPosition() throws -> StorePosition? {
        try failures.check(.position)
        return try base.currentPosition()
    }

    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges {
        try failures.check(.position)
        return try base.changes(since: position, atMost: count)
    }

    // MARK: Replacing

    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws {
        try failures.check(.move)
        try base.move(to: description.copied(type: base.type), model: model) {
            put(FailingEngine($0, type: description.type, failures, decides: decides))
        }
    }

    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows {
        try base.giveWay(departure, put: put)
    }

    func close() throws {
        try failures.check(.close)
        try base.close()
    }
}

extension TransactionalEngine {
    /// Updates rows as an engine does that decides these comparisons only.
    fileprivate func batchUpdate(
        _ update: BatchUpdate, _ decides: @escaping DividedReader.Decision, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            try UpdatePlanner(update, transaction, decides).run()
        }
    }

    /// Deletes rows as an engine does that decides these comparisons only.
    fileprivate func batchDelete(
        _ selection: BatchDeletion, _ decides: @escaping DividedReader.Decision, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            var planner = DeletePlanner(transaction, storeIdentifier: identity.uuid, decides)
            try planner.run(selection)
        }
    }
}

extension NSPersistentStoreDescription {
    /// Returns a copy for a store of another type.
    func copied(type: String) -> NSPersistentStoreDescription {
        let copy = copied()
        copy.type = type
        return copy
    }
}
