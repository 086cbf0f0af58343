internal import Predicates

/// The unique values that pass from one updated object to another in one save: what the first still has is given up when the second wants it.
///
/// A row whose value is taken early must get its object's in the end. A policy that favours the store may drop the object's change, and
/// then the value would be lost: under those, which objects keep what is stored is settled for all of them before the first value passes.
final class PassedValues {
    private let store: SQLiteStore
    private let policy: NSMergePolicy
    private let destinations: Destinations
    private let keys: InsertionKeys
    private var coming: [RowKey: SaveRequest.Update] = [:]
    /// Those that are coming, in the order in which they are written.
    private var order: [RowKey] = []
    /// The objects that keep what is stored; nil where that was not settled, since no value had to pass yet.
    private var keeping: Set<RowKey>?
    /// What was taken out of rows that are yet to be written.
    private var taken: [RowKey: [Int: Value]] = [:]

    init(
        _ updates: [SaveRequest.Update], _ policy: NSMergePolicy, _ store: SQLiteStore, _ destinations: Destinations,
        _ keys: InsertionKeys
    ) {
        self.store = store
        self.policy = policy
        self.destinations = destinations
        self.keys = keys
        if policy.mergeType == .errorMergePolicyType || policy.replacesStoredRow { keeping = [] }
        for update in updates where update.changesUniqueValues {
            let key = RowKey(update.layout, update.number)
            coming[key] = update
            order.append(key)
        }
    }

    /// Notes that an object's own values are written.
    func didWrite(_ number: Int64, _ table: TableSQL) { coming[RowKey(table.layout, number)] = nil }

    /// A row that is yet to be written as it was before values were taken out of it: nobody else has changed those.
    func before(_ row: Row, _ number: Int64) -> Row {
        guard !taken.isEmpty, let taken = taken[RowKey(row.layout, number)] else { return row }
        var row = row
        for (slot, value) in taken { row.values[slot] = value }
        return row
    }

    /// The properties whose values were taken out of a row that is yet to be written.
    func taken(_ number: Int64, _ layout: EntityLayout) -> [Int] { taken[RowKey(layout, number)].map { $0.keys.sorted() } ?? [] }

    /// Takes the values that an object wants out of the row that has them, where an object yet to be written gives them up; false where
    /// none does.
    func free(
        _ holder: (key: Int64, slots: [Int]), for taker: SaveRequest.Update, of table: TableSQL, _ transaction: WriteTransaction
    ) throws -> Bool {
        let key = RowKey(table.layout, holder.key)
        guard coming[key] != nil else { return false }
        let keeping = try keeping ?? settle(transaction)
        guard let update = coming[key], !keeping.contains(key), !keeping.contains(RowKey(table.layout, taker.number)) else {
            return false
        }
        // What it does not write itself stays.
        let given = holder.slots.filter(update.changed.contains)
        if given.isEmpty { return false }
        for slot in given { taken[key, default: [:]][slot] = taker.values[slot] }
        // Nil is unique always.
        let columns = given.map { "\(table.column($0)) = NULL" }.joined(separator: ", ")
        try transaction.run("UPDATE \(table.table) SET \(columns) WHERE Z_PK = ?", of: holder.key)
        return true
    }

    // MARK: Where the store is favoured

    /// Values of a uniqueness constraint.
    private struct Claim: Hashable {
        let hierarchy: ObjectIdentifier
        let names: [String]
        let values: [Value]
    }

    /// Finds the objects that keep what is stored: those that want a value whose row keeps it, or that another got before them.
    private func settle(_ transaction: WriteTransaction) throws -> Set<RowKey> {
        try mergeWithRows(transaction)
        var kept: Set<RowKey> = []
        // Who wants what a row has now, and gets it if that row's object gets what it wants.
        var takers: [RowKey: [RowKey]] = [:]
        var claimants: [Claim: [RowKey]] = [:]
        var claims: [Claim] = []
        func keep(_ key: RowKey) {
            var rest = [key]
            while let key = rest.popLast() {
                if kept.insert(key).inserted { rest += takers[key] ?? [] }
            }
        }
        var refused: [RowKey] = []
        for key in order {
            guard let update = coming[key] else { continue }
            let table = store.table(update.layout)
            for slots in update.layout.uniqueSlots where slots.contains(where: update.changed.contains) {
                let values = slots.map { update.values[$0] }
                if values.contains(.null) { continue }
                let names = slots.map { update.layout.names[$0] }
                let claim = Claim(hierarchy: update.layout.hierarchy, names: names, values: values)
                if claimants[claim] == nil { claims.append(claim) }
                claimants[claim, default: []].append(key)
                guard
                    let number = try table.holder(of: update.values, unique: slots, transaction.database, store.keySpace),
                    number != update.number
                else { continue }
                let holder = RowKey(update.layout, number)
                if let giver = coming[holder], slots.contains(where: giver.changed.contains) {
                    takers[holder, default: []].append(key)
                } else {
                    refused.append(key)
                }
            }
        }
        for key in refused { keep(key) }
        // The first of those that want the same has it.
        for claim in claims {
            for key in (claimants[claim] ?? []).filter({ !kept.contains($0) }).dropFirst() { keep(key) }
        }
        keeping = kept
        return kept
    }

    /// Has those that are coming as they are going to be written, now that the stored rows are known.
    private func mergeWithRows(_ transaction: WriteTransaction) throws {
        for key in order {
            guard var update = coming[key] else { continue }
            guard let stored = try store.row(update.number, store.table(update.layout), transaction) else {
                coming[key] = nil
                continue
            }
            if stored.version != update.read.version { update.settle(stored, policy.mergeType) }
            update = keys.resolved(try destinations.keeping(update))
            coming[key] = update.changesUniqueValues ? update : nil
        }
    }
}

extension SaveRequest.Update {
    fileprivate var changesUniqueValues: Bool {
        layout.uniqueSlots.contains { $0.contains(where: changed.contains) }
    }
}
