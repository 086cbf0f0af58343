internal import CoreData
internal import Foundation

extension ModelContext {
    /// Returns the transactions in the history of the container's stores that a descriptor selects.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if the history after a token of the predicate
    ///   was deleted, or if the token is one of other stores;
    ///   `SwiftDataError.invalidTransactionFetchRequest` for another type of transactions than
    ///   ``DefaultHistoryTransaction``, and for a predicate that cannot be evaluated; otherwise the
    ///   error of the store.
    /// The transactions of data stores that provide a history follow those of the other stores.
    ///
    /// - Complexity: O(n) in the number of changes that satisfy the conditions for stores; see
    ///   ``HistoryDescriptor``.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let provided = try storage.bridges.compactMap { try $0.history(descriptor) }
        if !provided.isEmpty, T.self != DefaultHistoryTransaction.self || storage.hasOnlyDataStores {
            return Array(provided.joined())
        }
        let transactions = try HistoryFetch(descriptor, storage).transactions()
        guard let typed = transactions as? [T] else { throw HistoryFetch.unknown(T.self) }
        return typed + provided.joined()
    }

    /// Deletes the transactions in the history of the container's stores that a descriptor selects.
    ///
    /// A token is expired once its own transaction was deleted. So a condition such as
    /// `$0.token < token` keeps the token valid, and `$0.token <= token` does not.
    ///
    /// - Throws: As ``fetchHistory(_:)``, but expired tokens are no errors.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        var isProvided = false
        for bridge in storage.bridges where try bridge.deleteHistory(descriptor) { isProvided = true }
        if isProvided, T.self != DefaultHistoryTransaction.self || storage.hasOnlyDataStores { return }
        try HistoryFetch(descriptor, storage).delete()
    }
}

/// A fetch or a deletion of history.
private struct HistoryFetch {
    private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    private let conditions: HistoryConditions
    private let coordinator: NSPersistentStoreCoordinator

    init<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>, _ storage: ContainerStorage) throws {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else { throw Self.unknown(T.self) }
        self.descriptor = descriptor
        conditions = HistoryConditions(descriptor.predicate)
        coordinator = storage.coordinator
    }

    static func unknown(_ type: any Any.Type) -> SwiftDataError {
        .invalidTransactionFetchRequest.because(
            "The container's stores have no transactions of the type \(type). Use DefaultHistoryTransaction.")
    }

    private var limit: Int { Int(clamping: descriptor.fetchLimit) }

    /// Whether the stores return the transactions as they are asked for.
    private var isOfStores: Bool { conditions.areComplete && descriptor.sortBy.isEmpty }

    func transactions(acceptingExpiredTokens: Bool = false) throws -> [DefaultHistoryTransaction] {
        var selection = HistorySelection(conditions.conditions)
        selection.acceptsExpiredTokens = acceptingExpiredTokens
        selection.limit = isOfStores ? limit : 0
        var reader = HistoryReader()
        let found = try history(selection).map { reader.read($0) }
        if isOfStores { return found }
        let matching = try matching(found)
        let sorted = descriptor.sortBy.isEmpty ? matching : matching.sorted(using: descriptor.sortBy)
        return limit > 0 ? Array(sorted.prefix(limit)) : sorted
    }

    func delete() throws {
        if isOfStores, limit == 0 { return try coordinator.deleteHistory(HistorySelection(conditions.conditions)) }
        let numbers = Dictionary(grouping: try transactions(acceptingExpiredTokens: true), by: \.storeIdentifier)
        try coordinator.deleteHistory(numbers.mapValues { $0.map(\.transactionIdentifier) })
    }

    private func history(_ selection: HistorySelection) throws -> [NSPersistentHistoryTransaction] {
        do {
            return try coordinator.history(selection)
        } catch let error as NSError where error.code == NSPersistentHistoryTokenExpiredError {
            throw SwiftDataError.historyTokenExpired.because(error.localizedDescription)
        }
    }

    private func matching(_ transactions: [DefaultHistoryTransaction]) throws -> [DefaultHistoryTransaction] {
        guard let predicate = descriptor.predicate, !conditions.areComplete else { return transactions }
        do {
            return try transactions.filter { try predicate.evaluate($0) }
        } catch {
            throw SwiftDataError.invalidTransactionFetchRequest.because("The predicate cannot be evaluated: \(error)")
        }
    }
}
