internal import Foundation

extension StoreGroup {
    /// The stores of the group that keep a history.
    var keepingHistory: StoreGroup { StoreGroup(stores: stores.filter(\.keepsHistory)) }

    /// Returns the transactions after a position, oldest first, those of several stores merged by
    /// time.
    ///
    /// The token of each transaction includes all transactions that were read before it, so that
    /// reading can continue from there.
    func history(after start: HistoryRequestStart, withChanges: Bool) throws -> [NSPersistentHistoryTransaction] {
        let lists = try places(start).map { store, start in
            let records = try store.engine.history(after: start?.start(in: store) ?? .beginning, withChanges: withChanges)
            return NSPersistentHistoryTransaction.transactions(records, of: store)
        }
        if lists.count == 1 { return lists[0] }
        var read: [String: Int64] = if case .token(let token) = start { token.transactionNumbers } else { [:] }
        return lists.reduce([]) { $0.merged(with: $1) { $0.timestamp < $1.timestamp } }.map { transaction in
            let following = transaction.following(read)
            read[transaction.storeID] = transaction.transactionNumber
            return following
        }
    }

    func countHistory(after start: HistoryRequestStart) throws -> Int {
        try places(start).reduce(0) { try $0 + $1.store.engine.countHistory(after: $1.start?.start(in: $1.store) ?? .beginning) }
    }

    /// Deletes the transactions before a position. Keeps the history of stores that a token does
    /// not name.
    func deleteHistory(before end: HistoryRequestStart) throws {
        for (store, end) in places(end) {
            if let end { try store.engine.deleteHistory(before: end.start(in: store)) }
        }
    }

    /// Deletes the transactions before a position that a filter selects. Keeps the history of stores
    /// that a token does not name.
    func deleteHistory(before end: HistoryRequestStart, matching filter: HistoryFilter) throws {
        if case .beginning = end { return }
        var ends: [String: HistoryStart] = [:]
        for (store, end) in places(end) { ends[store.uuid] = try end?.start(in: store) }
        let earlier = try history(after: .beginning, withChanges: filter.readsChanges).filter { transaction in
            switch ends[transaction.storeID] {
            case .transaction(let number): transaction.transactionNumber < number
            case .date(let date): transaction.timestamp < date
            case .beginning, nil: false
            }
        }
        let selected = Dictionary(grouping: try filter.apply(to: earlier), by: \.storeID)
        for store in stores {
            if let transactions = selected[store.uuid] {
                try store.engine.deleteHistory(transactions.map(\.transactionNumber))
            }
        }
    }

    /// The token of the last transaction of each store; nil if none keeps a history.
    var currentHistoryToken: NSPersistentHistoryToken? {
        get throws {
            let numbers = try stores.compactMap { store in
                try store.engine.tokenNumber().map { (store.uuid, $0) }
            }
            return numbers.isEmpty ? nil : NSPersistentHistoryToken(Dictionary(numbers) { first, _ in first })
        }
    }

    /// Returns the position in each store's history; nil for a store that was added after the token
    /// was created.
    private func places(_ start: HistoryRequestStart) -> [(store: NSPersistentStore, start: HistoryRequestStart?)] {
        guard stores.count > 1, case .token(let token) = start else { return stores.map { ($0, start) } }
        let known = stores.map { token.transactionNumbers[$0.uuid] != nil }
        // A token that names none of the stores is an error, which `HistoryRequestStart` reports.
        guard known.contains(true) else { return stores.map { ($0, start) } }
        return zip(stores, known).map { ($0, $1 ? start : nil) }
    }
}

extension NSPersistentStoreCoordinator {
    /// Returns the token of the last transaction in the history of some stores, or of all stores if
    /// `stores` is nil.
    ///
    /// The token of a store without transactions is the position before its first one. Returns nil
    /// if the stores keep no history, or if all transactions of it were deleted: no token is valid
    /// then.
    public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let asked = stores.map { $0.compactMap { $0 as? NSPersistentStore } }
        let all = self.stores.stores
        let group = StoreGroup(stores: asked.map { asked in all.filter { store in asked.contains { $0 === store } } } ?? all)
        do {
            return try group.currentHistoryToken
        } catch {
            CoreDataLog.error("The current history token could not be read: \(error.localizedDescription)")
            return nil
        }
    }
}
