public import Foundation

/// The transactions that a fetch of history returns, or a deletion deletes.
///
///     var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
///     descriptor.predicate = #Predicate { $0.token > token && $0.author == "import" }
///     let transactions = try context.fetchHistory(descriptor)
///
/// Stores evaluate the comparisons of `token`, `timestamp`, `author` and `storeIdentifier` with a
/// value that `&&` combines. All other conditions are evaluated in memory, for each transaction that
/// satisfies those. A single store also evaluates the limit of a fetch without other conditions, in
/// the order of `transactionIdentifier` or `token` if there is one.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
    /// The condition that the transactions satisfy; nil for all of them.
    public var predicate: Predicate<TransactionType>?
    /// The order of the transactions. Without any, they are in the order in which they were written.
    public var sortBy: [SortDescriptor<TransactionType>] = []
    /// The greatest number of transactions; 0 for all of them.
    public var fetchLimit: UInt64 = 0

    /// Creates a descriptor of the transactions that satisfy a condition.
    public init(predicate: Predicate<TransactionType>? = nil) { self.predicate = predicate }

    /// Creates a descriptor of the transactions that satisfy a condition, in an order.
    @_disfavoredOverload
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

// Safe to share: predicates and sort descriptors are constants.
extension HistoryDescriptor: @unchecked Sendable {}
