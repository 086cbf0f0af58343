internal import Foundation

extension StoreGroup {
    /// Those of the stores that keep a history.
    var keepingHistory: StoreGroup { StoreGroup(stores: stores.filter(\.keepsHistory)) }

    /// The transactions after a place in the history, oldest first; of several stores in the order of time.
    ///
    /// The token of each stands for all that were read up to it, so that a reading can go on there.
    func history(after start: HistoryStart, withChanges: Bool) throws -> [NSPersistentHistoryTransaction] {
        if stores.count == 1 { return try stores[0].history(after: start, withChanges: withChanges) }
        let lists = try places(start).map { store, start in
            try store.history(after: start ?? .beginning, withChanges: withChanges)
        }
        var read: [String: Int64] = if case .token(let token) = start { token.transactionNumbers } else { [:] }
        return lists.reduce([]) { $0.merged(with: $1) { $0.timestamp < $1.timestamp } }.map { transaction in
            let following = transaction.following(read)
            read[transaction.storeID] = transaction.transactionNumber
            return following
        }
    }

    func countHistory(after start: HistoryStart) throws -> Int {
        try places(start).reduce(0) { try $0 + $1.store.countHistory(after: $1.start ?? .beginning) }
    }

    /// Deletes the transactions before a place; those of stores that a token does not name stay.
    func deleteHistory(before end: HistoryStart) throws {
        for (store, end) in try places(end) {
            if let end { try store.deleteHistory(before: end) }
        }
    }

    /// The token of the last transaction of each store; nil where there are none.
    var currentHistoryToken: NSPersistentHistoryToken? {
        get throws {
            let tokens = try stores.compactMap { try $0.currentHistoryToken() }
            if tokens.isEmpty { return nil }
            return NSPersistentHistoryToken(
                tokens.reduce(into: [:]) { $0.merge($1.transactionNumbers) { old, _ in old } })
        }
    }

    /// Where each store is to start; nil for one that was added after the token was made.
    private func places(_ start: HistoryStart) throws -> [(store: SQLiteStore, start: HistoryStart?)] {
        guard stores.count > 1, case .token(let token) = start else { return stores.map { ($0, start) } }
        let known = stores.map { token.transactionNumbers[$0.uuid] != nil }
        // A token of none of these is an error, which the store reports.
        guard known.contains(true) else { return stores.map { ($0, start) } }
        return zip(stores, known).map { ($0, $1 ? start : nil) }
    }
}

extension NSPersistentStoreCoordinator {
    /// The token of the last transaction in the history of some stores, or of all for nil; nil where the history is empty or off.
    public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let asked = stores.map { $0.compactMap { $0 as? NSPersistentStore } }
        let all = self.stores.stores
        let group = StoreGroup(stores: asked.map { asked in all.filter { store in asked.contains { $0 === store } } } ?? all)
        return try? group.currentHistoryToken
    }
}
