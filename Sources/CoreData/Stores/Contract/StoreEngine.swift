internal import Foundation
internal import StrataPredicates

/// An open store, below the `NSPersistentStore` that apps see.
///
/// A write calls `announce` with its changes just before the commit that makes them visible, so
/// that no reader sees a row whose change is unknown. `beforeCommit` is called after everything is
/// written and before the commit: a save to several stores nests their transactions in it.
///
/// The errors of a write are NSErrors in Apple's domain, or a `SaveConflict`. Nothing is written
/// then.
protocol StoreEngine: StoreReader {
    // MARK: Properties

    /// The type that the `NSPersistentStore` of this engine has.
    var type: String { get }
    /// The store's UUID and metadata.
    var identity: StoreIdentity { get }
    /// The reason why the store cannot be written; nil if it can.
    var readOnlyReason: String? { get }
    var abilities: StoreAbilities { get }
    /// Converts between row IDs and the store's keys. The coordinator sets it once, before it
    /// publishes the store.
    var keySpace: KeySpace { get set }

    /// Returns the store as it is now, for a query generation; nil if the engine has no
    /// generations.
    ///
    /// Later writes do not change what it reads. It may keep a connection in use.
    func generation() throws -> (any StoreReader)?

    // MARK: Writing

    /// Reserves a row ID for an object of each of these entities. The IDs are not reused if the
    /// objects are never saved.
    ///
    /// - Parameter objects: The managed objects, for stores of an app's own class, which choose the
    ///   identity of an object by its values.
    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID]

    /// Writes a context's changes in one transaction.
    ///
    /// - Throws: a `SaveConflict` under the error policy if a row changed since its object read it
    ///   or if another row holds a unique value; under policies that favor the store, if a row of
    ///   another entity holds the unique value of an insertion.
    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?) throws -> SaveOutcome

    /// Throws the first conflict of a save, unless the policy accepts it. Called before a save to
    /// several stores if this one cannot undo what it has written; otherwise `save` throws it.
    func findConflicts(_ request: SaveRequest) throws

    /// Inserts the rows of a source in one transaction.
    ///
    /// - Throws: NSManagedObjectConstraintMergeError if another row has a unique value, under the
    ///   error policy.
    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet

    /// Writes new values into all matching rows in one transaction. All expressions are evaluated
    /// before anything is written.
    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet

    /// Deletes the rows of a selection in one transaction, and applies their delete rules.
    ///
    /// - Throws: NSValidationRelationshipDeniedDeleteError if a relationship with the rule Deny has
    ///   members that are not also deleted.
    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet

    /// Does one step of what a deferred migration has left. Returns whether there was one.
    func performDeferredTask() throws -> Bool

    // MARK: History

    /// Returns the number that a token of the end of the history has; nil if no token is valid, or
    /// the store keeps no history. See `HistoryStart.tokenNumber`.
    func tokenNumber() throws -> Int64?

    /// Returns the number of the last transaction, even if the history no longer has it; 0 before
    /// the first.
    func lastTransaction() throws -> Int64

    /// Returns the transactions after a position in the history, oldest first.
    ///
    /// - Throws: NSPersistentHistoryTokenExpiredError if later transactions than that of the position
    ///   may have been deleted; see `HistoryStart.requireTransactions`.
    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord]

    /// Returns the selected transactions, oldest first.
    func history(_ query: HistoryQuery) throws -> [HistoryRecord]

    /// Returns the number of transactions after a position in the history. Throws as
    /// `history(after:withChanges:)` does.
    func countHistory(after start: HistoryStart) throws -> Int

    /// Deletes the transactions before a position. The transaction of the position remains.
    func deleteHistory(before end: HistoryStart) throws

    /// Deletes the selected transactions, whatever the selection's limit.
    func deleteHistory(_ query: HistoryQuery) throws

    /// Deletes transactions by their numbers.
    func deleteHistory(_ numbers: [Int64]) throws

    // MARK: External changes

    /// The number of the last transaction before the first unpublished external one.
    var lastPublishedTransaction: Int64 { get }

    /// Starts to report that others may have written to the store. Returns nil if the store is not
    /// shared.
    ///
    /// - Parameter report: Called on a queue of the engine for each external commit, once it can be
    ///   read. It may also be called without one. Returns false if it could not look for changes,
    ///   since `readExternalChanges` returned nil; the engine then calls it again later.
    func follow(_ report: @escaping @Sendable () -> Bool) -> (any StoreSubscription)?

    /// Reads the external changes since the last call and passes them to `publish`, if there are
    /// any. Other threads wait until `publish` returns before they read external changes.
    ///
    /// Never waits for a write by this store, if the store is shared.
    ///
    /// - Returns: Whether there were any; nil if a write by this store in progress prevents the look.
    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool?

    /// Reads the external changes that were committed before the last commit of this store, as
    /// `readExternalChanges` does, and waits until other threads have published theirs. Costs
    /// nothing if there are none. So an engine publishes external changes before its own ones that
    /// were committed later.
    ///
    /// - Returns: Whether there were any that no other thread has published.
    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool

    /// Returns the present position in the history, which is valid after the store was closed; nil
    /// if it keeps none, and if the history does not have the last transaction.
    func currentPosition() throws -> StorePosition?

    /// Returns the changes since a position; unknown if part of the history was deleted, if there
    /// are more than `count` transactions or changes, or if the position is not one of this store.
    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges

    // MARK: Replacing

    /// Creates another store of the same kind as a copy of this one. Later writes to this one fail.
    ///
    /// - Parameter put: Replaces this store with the copy in the coordinator; called while no write
    ///   can run.
    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws

    /// Calls `put`, which replaces this store with another one in the coordinator, while no write
    /// can run. Later writes to this store fail with the reason, unless `put` throws.
    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows

    /// Closes the store. Later reads and writes fail.
    func close() throws
}

extension StoreEngine {
    func findConflicts(_ request: SaveRequest) throws {}
}

/// The reason why a store no longer accepts writes, as the end of an error message.
enum StoreDeparture: String {
    case moved = "was moved to another file while this write was waiting. Try again."
    case replaced = "was replaced by another store while this write was waiting. Fetch its objects and try again."
}

/// Abilities in which the engines of stores differ.
struct StoreAbilities {
    /// Whether the store records its transactions.
    let keepsHistory: Bool
    /// Whether others can write to the store: false for one in memory.
    let isShared: Bool
    /// Whether the store executes requests itself, and cannot undo what it has written: a store
    /// of an app's own class. Its rows are read one by one.
    var executesRequests = false
    /// The number of rows over which a scan passes in the time in which `reading` reads one row that
    /// was not named ahead. For SQLite, 16.
    var rowsPassedInOneRead = 16
    /// Whether the engine decides a comparison as memory does; nil if it decides each. A predicate
    /// with other comparisons is divided; see `DividedReader`. The engine gets a part of it without
    /// them.
    var decides: (@Sendable (_ comparison: PredicateForm, EntityLayout) -> Bool)?
}
