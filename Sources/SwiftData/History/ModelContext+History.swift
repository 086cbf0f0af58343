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

    /// Returns the order in which a store returns the transactions as they are asked for; nil if they
    /// are selected or sorted in memory. The numbers of a single store's transactions are unique, so
    /// that any further descriptors have no effect.
    private func order(_ selection: HistorySelection) throws -> SortOrder? {
        guard conditions.areComplete else { return nil }
        guard let sort = descriptor.sortBy.first else { return .forward }
        guard let keyPath = sort.keyPath, Self.numbers.contains(keyPath), try coordinator.isOfOneHistory(selection) else {
            return nil
        }
        return sort.order
    }

    /// The properties whose order is that of the transactions of one store.
    // Safe to share: key paths of constants.
    nonisolated(unsafe) private static let numbers: Set<PartialKeyPath<DefaultHistoryTransaction>> = [
        \.transactionIdentifier, \.id, \.token,
    ]

    /// The properties that are read without the changes.
    // Safe to share: key paths of constants.
    nonisolated(unsafe) private static let values: Set<PartialKeyPath<DefaultHistoryTransaction>> = [
        \.transactionIdentifier, \.id, \.token, \.timestamp, \.author, \.storeIdentifier, \.bundleIdentifier,
        \.processIdentifier,
    ]

    func transactions(acceptingExpiredTokens: Bool = false) throws -> [DefaultHistoryTransaction] {
        var selection = HistorySelection(conditions.conditions)
        selection.acceptsExpiredTokens = acceptingExpiredTokens
        if let order = try order(selection) {
            (selection.limit, selection.isDescending) = (limit, order == .reverse)
            return try read(selection)
        }
        let sortsValues = descriptor.sortBy.allSatisfy { $0.keyPath.map { Self.values.contains($0) } ?? false }
        selection.readsChanges = limit == 0 || !conditions.areComplete || !sortsValues
        let matching = try matching(read(selection))
        let sorted = descriptor.sortBy.isEmpty ? matching : matching.sorted(using: descriptor.sortBy)
        let first = limit > 0 ? Array(sorted.prefix(limit)) : sorted
        return selection.readsChanges ? first : try withChanges(first)
    }

    /// Returns transactions with their changes, without those that were deleted since they were read.
    private func withChanges(_ transactions: [DefaultHistoryTransaction]) throws -> [DefaultHistoryTransaction] {
        let numbers = Dictionary(grouping: transactions, by: \.storeIdentifier).mapValues { $0.map(\.transactionIdentifier) }
        let found = Set(try read(HistorySelection([.numbers(numbers)])))
        return transactions.compactMap { transaction in
            found.firstIndex(of: transaction).map { transaction.with(found[$0].changes) }
        }
    }

    private func read(_ selection: HistorySelection) throws -> [DefaultHistoryTransaction] {
        var reader = HistoryReader()
        return try history(selection).map { reader.read($0) }
    }

    func delete() throws {
        let selection = HistorySelection(conditions.conditions)
        // Without a limit, the order has no effect.
        if conditions.areComplete, limit == 0 { return try coordinator.deleteHistory(selection) }
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
