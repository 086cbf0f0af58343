public import Foundation

/// A save in the history of a store, with its changes.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The type of positions in the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// The type of the transaction's identifier.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The `author` of the context that saved; nil if it had none.
    var author: String? { get }
    /// The changes, in the order in which they were written.
    var changes: [HistoryChange] { get }
    /// The identifier of the store.
    var storeIdentifier: String { get }
    /// The time of the save.
    var timestamp: Date { get }
    /// The position after the transaction.
    var token: TokenType { get }
    /// The identifier of the transaction among those of its store.
    var transactionIdentifier: TransactionIdentifier { get }
}

/// A save in the history of a store.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// The position after the transaction, and after those of other stores that were read before it.
    public let token: DefaultHistoryToken
    /// The number of the transaction, counted from 1 in each store and never used again.
    public let transactionIdentifier: Int64
    /// The identifier of the store.
    public let storeIdentifier: String
    /// The time of the save.
    public let timestamp: Date
    /// The `author` of the context that saved; nil if it had none.
    public let author: String?
    /// The bundle identifier of the program that saved; the process name if it has none.
    public let bundleIdentifier: String
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The changes, in the order in which they were written.
    public let changes: [HistoryChange]

    /// The number of the transaction.
    public var id: Int64 { transactionIdentifier }

    /// Returns a copy with other changes.
    func with(_ changes: [HistoryChange]) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            token: token, transactionIdentifier: transactionIdentifier, storeIdentifier: storeIdentifier, timestamp: timestamp,
            author: author, bundleIdentifier: bundleIdentifier, processIdentifier: processIdentifier, changes: changes)
    }

    /// Two transactions are equal if they are the same one of one store.
    public static func == (lhs: DefaultHistoryTransaction, rhs: DefaultHistoryTransaction) -> Bool {
        lhs.transactionIdentifier == rhs.transactionIdentifier && lhs.storeIdentifier == rhs.storeIdentifier
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(transactionIdentifier)
        hasher.combine(storeIdentifier)
    }
}
