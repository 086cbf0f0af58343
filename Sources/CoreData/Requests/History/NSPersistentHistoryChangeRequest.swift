public import Foundation

/// What a history request returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// `true`.
    case statusOnly = 0
    /// The identifiers of the changed objects.
    case objectIDs = 1
    /// How many transactions.
    case count = 2
    /// The transactions without their changes.
    case transactionsOnly = 3
    case changesOnly = 4
    case transactionsAndChanges = 5
}

/// Reads a store's history, or deletes what is not needed any more.
public final class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest, ExecutableRequest {
    public var resultType = NSPersistentHistoryResultType.transactionsAndChanges
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

    public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.fetch(transaction.map { .token($0.token) } ?? .beginning))
    }

    /// Deletes the transactions before a token's, which itself stays; none for nil.
    public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
        make(.delete(token.map(HistoryStart.token) ?? .beginning))
    }

    public class func deleteHistory(before date: Date) -> Self {
        make(.delete(.date(date)))
    }

    public class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
        make(.delete(transaction.map { .token($0.token) } ?? .beginning))
    }

    private class func make(_ kind: Kind) -> Self {
        let request = NSPersistentHistoryChangeRequest(kind)
        guard let request = request as? Self else {
            preconditionFailure("NSPersistentHistoryChangeRequest has no subclasses.")
        }
        return request
    }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let store = try context.coordinator.requireStore()
        guard store.keepsHistory else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "The store keeps no history. Set the option NSPersistentHistoryTrackingKey to true before loading it."
            )
        }
        switch kind {
        case .delete(let end):
            try store.deleteHistory(before: end)
            return NSPersistentHistoryResult(resultType, result: true)
        case .fetch(let start):
            return NSPersistentHistoryResult(resultType, result: try result(store, start))
        }
    }

    private func result(_ store: SQLiteStore, _ start: HistoryStart) throws -> Any {
        switch resultType {
        case .statusOnly: true
        case .count: try store.countHistory(after: start)
        case .transactionsOnly: try store.history(after: start, withChanges: false)
        case .transactionsAndChanges: try store.history(after: start, withChanges: true)
        case .changesOnly: try store.history(after: start, withChanges: true).flatMap { $0.changes ?? [] }
        case .objectIDs:
            try store.history(after: start, withChanges: true).flatMap { ($0.changes ?? []).map(\.changedObjectID) }
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
