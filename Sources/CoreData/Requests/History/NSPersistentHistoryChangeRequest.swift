public import Foundation
internal import Traps

/// What a history request returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// `true`.
    case statusOnly = 0
    /// The identifiers of the changed objects.
    case objectIDs = 1
    /// How many transactions; how many changes where the fetch request is one for changes.
    case count = 2
    /// The transactions without their changes.
    case transactionsOnly = 3
    case changesOnly = 4
    case transactionsAndChanges = 5
}

/// Reads a store's history, or deletes what is not needed any more.
public final class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// What the result holds; `.transactionsAndChanges` unless set, and `.changesOnly` where the fetch request is one for changes.
    public var resultType: NSPersistentHistoryResultType {
        get { givenResultType ?? (isForChanges ? .changesOnly : .transactionsAndChanges) }
        set { givenResultType = newValue }
    }

    /// Which transactions or changes to read, besides where to start: a request made by `NSPersistentHistoryTransaction.fetchRequest` or
    /// `NSPersistentHistoryChange.fetchRequest` with a predicate.
    public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    /// The token that the request was made with.
    public var token: NSPersistentHistoryToken? {
        switch kind {
        case .fetch(.token(let token)), .delete(.token(let token)): token
        default: nil
        }
    }

    private var givenResultType: NSPersistentHistoryResultType?
    private let kind: Kind

    private enum Kind {
        case fetch(HistoryStart)
        case delete(HistoryStart)
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// The transactions after a token's; all of them for nil.
    ///
    /// Executing it fails with NSPersistentHistoryTokenExpiredError where the token's own transaction was deleted, since
    /// others after it may be gone too.
    public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
        make(.fetch(token.map(HistoryStart.token) ?? .beginning))
    }

    /// The transactions after a moment.
    public class func fetchHistory(after date: Date) -> Self {
        make(.fetch(.date(date)))
    }

    /// The transactions after another one; all of them for nil.
    public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.fetch(transaction.map { .token($0.token) } ?? .beginning))
    }

    /// The transactions, or the changes, that match a fetch request; see `fetchRequest`.
    public class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
        let request = make(.fetch(.beginning))
        request.fetchRequest = fetchRequest
        return request
    }

    /// Deletes the transactions before a token's, which itself stays; none for nil.
    public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(.delete(token.map(HistoryStart.token) ?? .beginning))
    }

    /// Deletes the transactions before a moment.
    public class func deleteHistory(before date: Date) -> Self {
        make(.delete(.date(date)))
    }

    /// Deletes the transactions before another one, which itself stays; none for nil.
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
            try stores.deleteHistory(before: end)
            return NSPersistentHistoryResult(resultType, result: true)
        case .fetch(let start):
            return NSPersistentHistoryResult(resultType, result: try result(stores, start))
        }
    }

    private func result(_ stores: StoreGroup, _ start: HistoryStart) throws -> Any {
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

    /// The changes of the transactions, or their objects' identifiers.
    private func part(of transactions: [NSPersistentHistoryTransaction]) -> Any {
        let changes = transactions.flatMap { $0.changes ?? [] }
        return resultType == .objectIDs ? changes.map(\.changedObjectID) : changes
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

/// Where a reading of the history starts, or a deletion ends.
enum HistoryStart {
    case beginning
    case token(NSPersistentHistoryToken)
    case date(Date)
}

/// What a history request returned.
public final class NSPersistentHistoryResult: NSPersistentStoreResult {
    public let resultType: NSPersistentHistoryResultType
    /// `[NSPersistentHistoryTransaction]` unless the result type says otherwise.
    public let result: Any?

    init(_ resultType: NSPersistentHistoryResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
