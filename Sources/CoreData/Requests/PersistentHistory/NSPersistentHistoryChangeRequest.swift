public import Foundation
internal import StrataTraps

/// The kind of result that a history request returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// `true`.
    case statusOnly = 0
    /// The identifiers of the changed objects.
    case objectIDs = 1
    /// The number of transactions, or of changes if the fetch request is for changes.
    case count = 2
    /// The transactions without their changes.
    case transactionsOnly = 3
    /// The changes of all transactions, in one array.
    case changesOnly = 4
    /// The transactions with their changes.
    case transactionsAndChanges = 5
}

// # Persistent history
//
// A store with NSPersistentHistoryTrackingKey keeps a log of its changes. Each save and each batch
// request adds a transaction, with a change for each row that it inserted, updated or deleted. A
// reader, such as another process or a search index, remembers how far it has read as a token and
// later asks for everything after it.
//
// **Writing.** `ChangeLog` records each change, and the store's engine writes it in the same
// transaction as the changed rows, so the log has neither gaps nor changes that were rolled back.
// Numbers increase with each commit and are never reused, since Z_PRIMARYKEY keeps the last one
// even after history was deleted.
//
// **Reading.** The class methods below create a request with a start (`after:`) or an end
// (`before:`). A store translates it to a condition on the transaction number or timestamp and
// reads the transactions in one pass. The predicate of a `fetchRequest` is then evaluated in memory
// by `HistoryFilter`, and its offset and limit are applied last.
//
// **Tokens.** A token is the number of the last transaction read, for each store. The stores'
// histories are merged by time, and the token of each transaction includes what was read of the
// other stores before it. So a reader that continues after the last transaction's token gets each
// later transaction exactly once.
//
// **Invariant:** history after a token is complete, or the request fails. A deletion before a token
// keeps the token's own transaction. If that transaction is missing, later ones may have been
// deleted too, and the request fails with NSPersistentHistoryTokenExpiredError. Otherwise a reader
// would silently miss changes and stay out of date. After that error, read all data again and start
// from `currentPersistentHistoryToken(fromStores:)`. A deletion that selects transactions, by a
// fetch request or a `HistorySelection`, is the exception: the app decides who has read them.

/// A request that reads the history of stores, or deletes a part of it.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///     lastToken = transaction.token
/// }
/// ```
///
/// Executing it fails with NSPersistentStoreUnsupportedRequestTypeError if none of the stores keeps
/// a history.
public final class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// The kind of result to return: `.transactionsAndChanges` unless set, or `.changesOnly` if the
    /// fetch request is for changes.
    public var resultType: NSPersistentHistoryResultType {
        get { givenResultType ?? (isForChanges ? .changesOnly : .transactionsAndChanges) }
        set { givenResultType = newValue }
    }

    /// A request that selects transactions or changes by a predicate, created with
    /// `NSPersistentHistoryTransaction.fetchRequest` or `NSPersistentHistoryChange.fetchRequest`.
    /// It applies in addition to the request's start or end. A deletion takes one for transactions.
    public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// The token that the request was created with; nil if it has no start or starts at a date.
    public var token: NSPersistentHistoryToken? {
        switch kind {
        case .fetch(.token(let token)), .delete(.token(let token)): token
        default: nil
        }
    }

    private var givenResultType: NSPersistentHistoryResultType?
    private let kind: Kind

    private enum Kind {
        case fetch(HistoryRequestStart)
        case delete(HistoryRequestStart)
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Returns a request for the transactions after a token; for all transactions if it is nil.
    ///
    /// Executing it fails with NSPersistentHistoryTokenExpiredError if the token's own transaction
    /// was deleted, since later ones may have been deleted too.
    public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        make(.fetch(token.map(HistoryRequestStart.token) ?? .beginning))
    }

    /// Returns a request for the transactions after a date.
    public class func fetchHistory(after date: Date) -> Self {
        make(.fetch(.date(date)))
    }

    /// Returns a request for the transactions after another one; for all transactions if it is nil.
    public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.fetch(transaction.map { .token($0.token) } ?? .beginning))
    }

    /// Returns a request for the transactions or changes that match a fetch request; see
    /// `fetchRequest`.
    public class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
        let request = make(.fetch(.beginning))
        request.fetchRequest = fetchRequest
        return request
    }

    /// Returns a request that deletes the transactions before the token's transaction, which is
    /// kept. Deletes nothing if the token is nil.
    public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(.delete(token.map(HistoryRequestStart.token) ?? .beginning))
    }

    /// Returns a request that deletes the transactions before a date.
    public class func deleteHistory(before date: Date) -> Self {
        make(.delete(.date(date)))
    }

    /// Returns a request that deletes the transactions before another one, which is kept. Deletes
    /// nothing if it is nil.
    public class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.delete(transaction.map { .token($0.token) } ?? .beginning))
    }

    private class func make(_ kind: Kind) -> Self {
        let request = NSPersistentHistoryChangeRequest(kind)
        guard let request = request as? Self else {
            trap("NSPersistentHistoryChangeRequest has no subclasses.")
        }
        return request
    }

    private var isForChanges: Bool { fetchRequest?.entityName == HistoryEntities.change.name }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let stores = try stores(of: context.coordinator).keepingHistory
        guard !stores.stores.isEmpty else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "The store keeps no history. Set the option NSPersistentHistoryTrackingKey to true before loading it."
            )
        }
        switch kind {
        case .delete(let end):
            // What is deleted has to be read before.
            context.coordinator.pullExternalChanges()
            if let fetchRequest {
                let filter = try HistoryFilter(fetchRequest)
                guard filter.subject == .transactions else {
                    throw NSError(
                        code: NSPersistentStoreUnsupportedRequestTypeError,
                        "History is deleted by whole transactions. Use NSPersistentHistoryTransaction.fetchRequest.")
                }
                try stores.deleteHistory(before: end, matching: filter)
            } else {
                try stores.deleteHistory(before: end)
            }
            // A deletion has nothing else to return, whatever the request's type.
            return NSPersistentHistoryResult(.statusOnly, result: true)
        case .fetch(let start):
            let result = try result(stores, start)
            // The caller may read the rows of a transaction next, and the cached ones may be older. Not
            // earlier, since others may commit while the request reads.
            context.coordinator.pullExternalChanges()
            return NSPersistentHistoryResult(resultType, result: result)
        }
    }

    private func result(_ stores: StoreGroup, _ start: HistoryRequestStart) throws -> Any {
        guard let fetchRequest else {
            switch resultType {
            case .statusOnly: return true
            case .count: return try stores.countHistory(after: start)
            case .transactionsOnly: return try stores.history(after: start, withChanges: false)
            case .transactionsAndChanges: return try stores.history(after: start, withChanges: true)
            case .changesOnly, .objectIDs: return part(of: try stores.history(after: start, withChanges: true))
            }
        }
        let filter = try HistoryFilter(fetchRequest)
        // A token that expired, or belongs to other stores, is an error here too: the transactions
        // after it may be missing.
        for token in filter.starts { _ = try stores.countHistory(after: .token(token)) }
        let transactions = try filter.apply(
            to: stores.history(after: start, withChanges: filter.readsChanges || resultType.needsChanges)
        )
        switch resultType {
        case .statusOnly: return true
        case .count where filter.subject == .changes: return transactions.reduce(0) { $0 + ($1.changes?.count ?? 0) }
        case .count: return transactions.count
        case .transactionsOnly: return filter.readsChanges ? transactions.map { $0.with(nil) } : transactions
        case .transactionsAndChanges: return transactions
        case .changesOnly, .objectIDs: return part(of: transactions)
        }
    }

    /// Returns the changes of the transactions, or the identifiers of the changed objects.
    private func part(of transactions: [NSPersistentHistoryTransaction]) -> Any {
        if resultType == .objectIDs { return transactions.flatMap { $0.changes ?? [] }.map(\.changedObjectID) }
        return transactions.flatMap { transaction in
            let (changes, bare) = (transaction.changes ?? [], transaction.with(nil))
            for change in changes { change.keep(bare) }
            return changes
        }
    }
}

extension NSPersistentHistoryResultType {
    fileprivate var needsChanges: Bool {
        switch self {
        case .objectIDs, .changesOnly, .transactionsAndChanges: true
        case .statusOnly, .count, .transactionsOnly: false
        }
    }
}

/// The position in the histories of stores after which a request reads, or before which it deletes.
enum HistoryRequestStart {
    case beginning
    case token(NSPersistentHistoryToken)
    case date(Date)

    /// Returns the position in a store's history.
    ///
    /// - Throws: NSPersistentHistoryTokenExpiredError for a token of other stores.
    func start(in store: NSPersistentStore) throws -> HistoryStart {
        switch self {
        case .beginning: return .beginning
        case .date(let date): return .date(date)
        case .token(let token):
            guard let number = token.transactionNumbers[store.uuid] else {
                throw NSError(
                    code: NSPersistentHistoryTokenExpiredError,
                    "The history token belongs to another store. Start from the current token of this store."
                )
            }
            return .transaction(number)
        }
    }
}

/// The result of a history request.
public final class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// The request's result type, which determines the type of `result`.
    public let resultType: NSPersistentHistoryResultType
    /// The result: `[NSPersistentHistoryTransaction]` for `.transactionsOnly` and
    /// `.transactionsAndChanges`, `[NSPersistentHistoryChange]` for `.changesOnly`,
    /// `[NSManagedObjectID]` for `.objectIDs`, a number for `.count`, and `true` for `.statusOnly`
    /// and deletions.
    public let result: Any?

    init(_ resultType: NSPersistentHistoryResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
