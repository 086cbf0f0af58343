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
    // Of kinds.
    case open

    /// Whether the call only reads rows.
    var isRead: Bool {
        switch self {
        case .fetch, .fetchSorted, .keys, .partialRows, .fetchKeys, .count, .columns, .groups, .rows, .reading, .holders,
            .members, .roots, .row:
            true
        default: false
        }
    }
}

/// Decides which calls of the engines fail that were opened with it, and how. None fails at first.
final class EngineFailures: Sendable {
    private typealias Decision = @Sendable (EngineCall) -> (any Error)?

    private let decision = Mutex<Decision?>(nil)
    private let counts = Mutex<[EngineCall: Int]>([:])

    /// The error of a file that cannot be read at the moment.
    static let unreadable: any Error = NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.fileReadUnknown.rawValue,
        userInfo: [NSLocalizedDescriptionKey: "The store could not be read: the test says so."])

    /// Makes those calls fail for which the closure returns an error. It may be called on any
    /// thread, and must not use the store.
    func fail(_ decide: @escaping @Sendable (EngineCall) -> (any Error)?) { decision.withLock { $0 = decide } }

    /// Makes all calls that read rows fail.
    func failReads(_ error: any Error = unreadable) { fail { $0.isRead ? error : nil } }

    /// Lets all calls through again.
    func recover() { decision.withLock { $0 = nil } }

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

    fileprivate init(_ source: any StoreReader, _ failures: EngineFailures) {
        self.source = source
        self.failures = failures
    }

    final func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        try failures.check(.fetch)
        return try source.fetch(query, onRow: onRow)
    }

    final func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        try failures.check(.fetchSorted)
        return try source.fetchSorted(query)
    }

    final func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try failures.check(.keys)
        return try source.keys(query)
    }

    final func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        try failures.check(.partialRows)
        return try source.partialRows(query, slots)
    }

    final func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        try failures.check(.fetchKeys)
        try source.fetchKeys(keys, into: &collector)
    }

    final func count(_ query: StoreQuery) throws -> Int {
        try failures.check(.count)
        return try source.count(query)
    }

    final func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        try failures.check(.columns)
        return try source.fetch(query, onRow: onRow)
    }

    final func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] {
        try failures.check(.columns)
        return try source.fetchSorted(query)
    }

    final func isOfGroups(_ query: ColumnQuery) throws -> Bool { try source.isOfGroups(query) }

    final func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        try failures.check(.groups)
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

    /// The comparisons that the engine is to decide; nil for those of the base.
    private let decides: DividedReader.Decision?

    init(_ base: any StoreEngine, type: String, _ failures: EngineFailures, decides: DividedReader.Decision? = nil) {
        self.base = base
        self.decides = decides
        self.type = type
        super.init(base, failures)
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
        return try base.generation().map { FailingReader($0, failures) }
    }

    // MARK: Writing

    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        try failures.check(.allocateKeys)
        return try base.allocateKeys(layouts, for: objects)
    }

    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?) throws -> SaveOutcome {
        try failures.check(.save)
        return try base.save(request, announce: announce, beforeCommit: beforeCommit)
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
        return try base.batchUpdate(update, origin, announce: announce, beforeCommit: beforeCommit)
    }

    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try failures.check(.batchDelete)
        return try base.batchDelete(selection, origin, announce: announce, beforeCommit: beforeCommit)
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
        return try base.history(query)
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
        let inner = FailingKind.inner(description, type: base.type)
        try base.move(to: inner, model: model) { put(FailingEngine($0, type: description.type, failures)) }
    }

    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows {
        try base.giveWay(departure, put: put)
    }

    func close() throws {
        try failures.check(.close)
        try base.close()
    }
}

/// The kind of the stores whose engines are `FailingEngine`s around those of another kind.
struct FailingKind: StoreKind {
    private let base: any StoreKind
    private let baseType: String
    private let failures: EngineFailures

    private static let count = Atomic(0)

    /// Registers a kind of its own for some failures, and returns the type to give to descriptions.
    ///
    /// - Parameter type: The type of the stores that the engines wrap.
    static func register(_ failures: EngineFailures, around type: String = NSSQLiteStoreType) throws -> String {
        let name = "Failing\(count.add(1, ordering: .relaxed).newValue)"
        StoreKinds.register(FailingKind(base: try StoreKinds.kind(of: type), baseType: type, failures: failures), for: name)
        return name
    }

    /// Returns a description with the type of the wrapped store.
    fileprivate static func inner(_ description: NSPersistentStoreDescription, type: String) -> NSPersistentStoreDescription {
        let inner = description.copied()
        inner.type = type
        return inner
    }

    private func inner(_ description: NSPersistentStoreDescription) -> NSPersistentStoreDescription {
        Self.inner(description, type: baseType)
    }

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        try failures.check(.open)
        return FailingEngine(try base.open(inner(description), model: model), type: description.type, failures)
    }

    func place(of url: URL) -> StorePlace { base.place(of: url) }

    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        try base.check(inner(description), model: model)
    }

    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] {
        try base.metadata(of: inner(description))
    }

    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws {
        try base.setMetadata(metadata, of: inner(description))
    }

    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel {
        try base.model(of: inner(description))
    }

    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try base.storedModel(inner(description), unlessItHas: hashes)
    }

    func destroy(_ description: NSPersistentStoreDescription) throws { try base.destroy(inner(description)) }

    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        try base.replace(inner(destination), by: inner(source))
    }

    func removeRemains(of description: NSPersistentStoreDescription) { base.removeRemains(of: inner(description)) }
}
