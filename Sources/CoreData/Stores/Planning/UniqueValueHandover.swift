internal import StrataPredicates

/// Hands unique values over between the rows that one save updates.
///
/// Updates are written one row at a time, and a store checks the constraints after each. So two
/// objects that exchange their unique values could not be saved in any order:
///
///     row 1: code "x" → "y"        row 2: code "y" → "x"
///
/// Row 1 is written first and wants "y", which row 2 holds. Since row 2 is still to be written and
/// its `code` changes, `free` clears it in row 2, since null never violates a constraint. Row 1 gets
/// "y", and later row 2 gets "x". Attributes of the constraint that row 2 does not write keep their
/// values.
///
/// Life of a value: an update finds its value in another row (`free`) → the attribute becomes null
/// and the value is recorded (`givenUp`) → the holder's own update compares its object with the row
/// as it was (`before`) and writes the new value (`didWrite`).
///
/// Invariant: a row that gave a value up is written later in the same transaction with its object's
/// value, or the transaction is rolled back. This is certain under the error policy, which throws
/// otherwise, and under policies that favor the object, which win every conflict. A policy that
/// favors the store may later discard the object's change, and the attribute would remain null. For
/// these policies `resolveConflicts` determines, before the first handover, which objects keep
/// their stored values:
///
/// 1. An object that wants a value held by a row that does not give it up.
/// 2. All but the first of the objects that want the same value.
/// 3. An object that wants the value of an object that keeps it, and so on along the chain.
///
/// These objects take part in no handover.
final class UniqueValueHandover<Transaction: StoreTransaction> {
    private let transaction: Transaction
    private let policy: NSMergePolicy
    private let destinations: Destinations<Transaction>
    private let assignedIDs: AssignedRowIDs
    /// The updates of unique values that have not been written yet.
    private var upcoming: [RowKey: SaveRequest.Update] = [:]
    /// The keys of all updates of unique values, in the order in which they are written.
    private var order: [RowKey] = []
    /// The objects that keep their stored values; nil until the first handover determines them.
    private var keeping: Set<RowKey>?
    /// The values that rows gave up, keyed by row and slot.
    private var givenUp: [RowKey: [Int: Value]] = [:]

    init(
        _ updates: [SaveRequest.Update], _ policy: NSMergePolicy, _ transaction: Transaction,
        _ destinations: Destinations<Transaction>, _ assignedIDs: AssignedRowIDs
    ) {
        self.transaction = transaction
        self.policy = policy
        self.destinations = destinations
        self.assignedIDs = assignedIDs
        if policy.mergeType == .errorMergePolicyType || policy.replacesStoredRow { keeping = [] }
        for update in updates where update.changesUniqueValues {
            let key = RowKey(update.layout, update.rowID)
            upcoming[key] = update
            order.append(key)
        }
    }

    /// Records that an object's own values are about to be written. From then on, its row gives up
    /// no value.
    func didWrite(_ rowID: RowID, _ layout: EntityLayout) { upcoming[RowKey(layout, rowID)] = nil }

    /// Returns a row as it was before this save, with the values that it gave up.
    func before(_ row: Row, _ rowID: RowID) -> Row {
        guard !givenUp.isEmpty, let givenUp = givenUp[RowKey(row.layout, rowID)] else { return row }
        var row = row
        for (slot, value) in givenUp { row.values[slot] = value }
        return row
    }

    /// Returns the slots whose values a row gave up.
    func slotsGivenUp(_ rowID: RowID, _ layout: EntityLayout) -> [Int] {
        givenUp[RowKey(layout, rowID)].map { $0.keys.sorted() } ?? []
    }

    /// Clears the unique values that an object wants in the row that holds them, if the update of
    /// that row is still to be written and changes them.
    ///
    /// - Returns: False if the holder does not give the values up.
    func free(
        _ holder: (rowID: RowID, slots: [Int]), for taker: SaveRequest.Update, of table: Transaction.Table
    ) throws -> Bool {
        let key = RowKey(taker.layout, holder.rowID)
        guard upcoming[key] != nil else { return false }
        let keeping = try keeping ?? resolveConflicts()
        guard let update = upcoming[key], !keeping.contains(key), !keeping.contains(RowKey(taker.layout, taker.rowID)) else {
            return false
        }
        // Attributes that the holder's update does not write would stay null.
        let given = holder.slots.filter(update.changed.contains)
        if given.isEmpty { return false }
        for slot in given { givenUp[key, default: [:]][slot] = taker.values[slot] }
        // A constraint accepts any number of rows with null.
        try transaction.clear(given, of: holder.rowID, incrementsVersion: false, table)
        return true
    }

    // MARK: Policies that favor the store

    /// The values that an object wants for a uniqueness constraint.
    private struct Claim: Hashable {
        let hierarchy: ObjectIdentifier
        let names: [String]
        let values: [Value]
    }

    /// Determines the objects that keep their stored values, and sets `keeping`.
    private func resolveConflicts() throws -> Set<RowKey> {
        try mergeWithRows()
        var kept: Set<RowKey> = []
        // The objects that get a value only if the change of its holder is written, keyed by
        // holder.
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
            guard let update = upcoming[key] else { continue }
            let table = transaction.table(update.layout)
            for slots in update.layout.uniqueSlots where slots.contains(where: update.changed.contains) {
                let values = slots.map { update.values[$0] }
                if values.contains(.null) { continue }
                let names = slots.map { update.layout.names[$0] }
                let claim = Claim(hierarchy: update.layout.hierarchy, names: names, values: values)
                if claimants[claim] == nil { claims.append(claim) }
                claimants[claim, default: []].append(key)
                guard
                    let rowID = try transaction.holder(of: update.values, unique: slots, table),
                    rowID != update.rowID
                else { continue }
                let holder = RowKey(update.layout, rowID)
                if let giver = upcoming[holder], slots.contains(where: giver.changed.contains) {
                    takers[holder, default: []].append(key)
                } else {
                    refused.append(key)
                }
            }
        }
        for key in refused { keep(key) }
        // Of several objects that want the same value, the first gets it.
        for claim in claims {
            for key in (claimants[claim] ?? []).filter({ !kept.contains($0) }).dropFirst() { keep(key) }
        }
        keeping = kept
        return kept
    }

    /// Merges the pending updates with the stored rows, as the updates will be written.
    private func mergeWithRows() throws {
        for key in order {
            guard var update = upcoming[key] else { continue }
            guard let stored = try transaction.row(update.rowID, transaction.table(update.layout)) else {
                upcoming[key] = nil
                continue
            }
            if stored.version != update.read.version { update.resolve(stored, policy.mergeType) }
            update = assignedIDs.resolved(try destinations.keeping(update))
            upcoming[key] = update.changesUniqueValues ? update : nil
        }
    }
}

extension SaveRequest.Update {
    fileprivate var changesUniqueValues: Bool {
        layout.uniqueSlots.contains { $0.contains(where: changed.contains) }
    }
}
