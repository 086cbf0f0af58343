internal import Foundation

// What an incremental store does not have: batches by rows, a history, changes by others, copies.
// Batch requests reach the store as requests; see `NSManagedObjectContext.executeInStores(_:_:)`.
extension IncrementalEngine {
    private func unsupported(_ what: String) -> NSError {
        NSError(code: NSPersistentStoreUnsupportedRequestTypeError, "A store of type '\(type)' has no \(what).")
    }

    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet { throw unsupported("batch insertions") }

    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet { throw unsupported("batch updates") }

    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet { throw unsupported("batch deletions") }

    // MARK: History

    func tokenNumber() throws -> Int64? { nil }

    func lastTransaction() throws -> Int64 { 0 }

    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord] { [] }

    func history(_ query: HistoryQuery) throws -> [HistoryRecord] { [] }

    func countHistory(after start: HistoryStart) throws -> Int { 0 }

    func deleteHistory(before end: HistoryStart) throws {}

    func deleteHistory(_ query: HistoryQuery) throws {}

    func deleteHistory(_ numbers: [Int64]) throws {}

    // MARK: External changes

    var lastPublishedTransaction: Int64 { 0 }

    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)? { nil }

    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool? { false }

    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool { false }

    func currentPosition() throws -> StorePosition? { nil }

    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges { .unknown }

    // MARK: Replacing

    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws { throw unsupported("copies by a coordinator") }

    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows { try put() }
}
