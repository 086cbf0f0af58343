internal import Foundation

/// A selection of transactions in the histories of a coordinator's stores, which each store
/// evaluates itself.
///
/// The conditions of an `NSPersistentHistoryChangeRequest` with a fetch request are evaluated in
/// memory, after the whole history was read. A selection has fewer kinds of conditions, and reads
/// the transactions that it selects only.
package struct HistorySelection {
    package typealias Relation = HistoryRelation

    /// A condition that a transaction satisfies.
    package enum Condition {
        /// The order of the transaction and of the one that the token has of its store. A store that
        /// the token does not name counts as not read.
        case token(Relation, NSPersistentHistoryToken)
        /// The order of the transaction's time and a date.
        case timestamp(Relation, Date)
        /// The authors, of which the transaction has one; nil stands for a transaction without one.
        case authors([String?])
        /// The UUID of the transaction's store.
        case store(String)
        /// The numbers of transactions, by the UUIDs of their stores.
        case numbers([String: [Int64]])
    }

    /// The conditions, all of which a transaction satisfies.
    package var conditions: [Condition]
    /// The greatest number of transactions, the first of them in the order; 0 for all.
    package var limit = 0
    /// Whether the newest transactions come first. For the history of a single store only.
    package var isDescending = false
    /// Whether the transactions are read with their changes.
    package var readsChanges = true
    /// Whether transactions after a token are read although earlier ones were deleted.
    package var acceptsExpiredTokens = false

    package init(_ conditions: [Condition] = []) { self.conditions = conditions }

    /// The tokens after which the transactions are.
    var starts: [NSPersistentHistoryToken] {
        conditions.compactMap { condition in
            if case .token(let relation, let token) = condition, relation == .greater || relation == .greaterOrEqual {
                token
            } else {
                nil
            }
        }
    }

    /// Returns the selection in the history of one store, which can have selected transactions.
    func query(in store: NSPersistentStore) -> HistoryQuery {
        HistoryQuery(
            conditions: conditions.compactMap { condition -> HistoryQuery.Condition? in
                switch condition {
                case .token(let relation, let token): .number(relation, token.transactionNumbers[store.uuid] ?? 0)
                case .timestamp(let relation, let date): .time(relation, date)
                case .authors(let authors): .authors(authors)
                case .numbers(let numbers): .numbers(numbers[store.uuid] ?? [])
                // `reads(_:)` selects the stores.
                case .store: nil
                }
            }, limit: limit, isDescending: isDescending, readsChanges: readsChanges)
    }

    /// Whether a store can have selected transactions.
    func reads(_ store: NSPersistentStore) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .store(let identifier): identifier == store.uuid
            case .numbers(let numbers): numbers[store.uuid] != nil
            case .token, .timestamp, .authors: true
            }
        }
    }
}

extension NSPersistentStoreCoordinator {
    /// Returns the selected transactions, oldest first unless the selection says otherwise, those of
    /// several stores merged by time.
    ///
    /// The token of each transaction includes all selected transactions that were read before it.
    ///
    /// - Throws: NSPersistentHistoryTokenExpiredError if transactions after a token that the
    ///   selection starts from may have been deleted, or if the token belongs to other stores.
    package func history(_ selection: HistorySelection) throws -> [NSPersistentHistoryTransaction] {
        let stores = try storesWithHistory(selection)
        if !selection.acceptsExpiredTokens {
            for token in selection.starts { try StoreGroup(stores: stores).requireHistory(after: token) }
        }
        let lists = try stores.map { store in
            NSPersistentHistoryTransaction.transactions(try store.engine.history(selection.query(in: store)), of: store)
        }
        if lists.count == 1 { return lists[0] }
        var read = selection.starts.first?.transactionNumbers ?? [:]
        let merged = lists.reduce([]) { $0.merged(with: $1) { $0.timestamp < $1.timestamp } }.map { transaction in
            let following = transaction.following(read)
            read[transaction.storeID] = transaction.transactionNumber
            return following
        }
        return selection.limit > 0 ? Array(merged.prefix(selection.limit)) : merged
    }

    /// Returns whether a single store can have selected transactions, so that they can be read newest
    /// first.
    package func isOfOneHistory(_ selection: HistorySelection) throws -> Bool {
        try storesWithHistory(selection).count == 1
    }

    /// Deletes the selected transactions, whatever the selection's limit.
    package func deleteHistory(_ selection: HistorySelection) throws {
        for store in try storesWithHistory(selection) { try store.engine.deleteHistory(selection.query(in: store)) }
    }

    /// Deletes transactions by their numbers in each store.
    package func deleteHistory(_ numbers: [String: [Int64]]) throws {
        for store in try storesWithHistory(HistorySelection()) {
            if let numbers = numbers[store.uuid] { try store.engine.deleteHistory(numbers) }
        }
    }

    /// The number of the last transaction of each store that keeps a history, by the store's UUID,
    /// even if the history no longer has it.
    package var lastTransactions: [String: Int64] {
        get throws {
            try storesWithHistory(HistorySelection()).reduce(into: [:]) { $0[$1.uuid] = try $1.engine.lastTransaction() }
        }
    }

    private func storesWithHistory(_ selection: HistorySelection) throws -> [NSPersistentStore] {
        let stores = try requireStores().keepingHistory.stores
        guard !stores.isEmpty else {
            throw NSError(code: NSPersistentStoreUnsupportedRequestTypeError, "The stores keep no history.")
        }
        return stores.filter(selection.reads)
    }
}

extension StoreGroup {
    /// Throws NSPersistentHistoryTokenExpiredError if the history after a token is incomplete, or
    /// the token names none of the stores.
    fileprivate func requireHistory(after token: NSPersistentHistoryToken) throws {
        let named = stores.filter { token.transactionNumbers[$0.uuid] != nil }
        for store in named.isEmpty ? stores : named {
            _ = try store.engine.countHistory(after: HistoryRequestStart.token(token).start(in: store))
        }
    }
}
