internal import StrataPredicates

/// Removes the references in a save to rows that another writer has deleted.
///
/// Costs one lookup by row ID for each referenced row.
final class Destinations<Transaction: StoreTransaction> {
    private let request: SaveRequest
    private let transaction: Transaction
    private var known: [RowKey: Bool] = [:]
    /// The row IDs that the save assigned to its insertions, in their order. Set before the first
    /// row that can refer to one of them is written.
    var assigned: [RowID] = []

    init(of request: SaveRequest, _ transaction: Transaction) {
        self.request = request
        self.transaction = transaction
    }

    /// The rows that may not be in the store yet, but that this save inserts.
    private lazy var coming: Set<RowKey> = {
        var coming = Set(zip(request.insertions, assigned).lazy.map { RowKey($0.layout, $1) })
        // These policies insert deleted rows again.
        if request.mergePolicy.replacesStoredRow { coming.formUnion(request.updates.map { RowKey($0.layout, $0.rowID) }) }
        return coming
    }()

    /// Returns the update without references to missing rows in its changed slots.
    func keeping(_ update: SaveRequest.Update) throws -> SaveRequest.Update {
        var update = update
        update.values = try keeping(update.values, update.changed.filter { update.layout.kinds[$0] == .toOne })
        return update
    }

    /// Returns the values without references to missing rows in these slots. References by
    /// temporary ID, to objects that this save inserts, remain.
    func keeping(_ values: RowValues, _ slots: [Int]) throws -> RowValues {
        var values = values
        for slot in slots {
            guard case .object(let reference) = values[slot], reference.rowID.isPermanent else { continue }
            if try !isThere(reference) { values[slot] = .null }
        }
        return values
    }

    func didDelete(_ reference: ObjectReference) { known[reference.key] = false }

    private func isThere(_ reference: ObjectReference) throws -> Bool {
        if let known = known[reference.key] { return known }
        let isThere =
            try transaction.exists(reference.rowID, transaction.table(reference.layout)) || coming.contains(reference.key)
        known[reference.key] = isThere
        return isThere
    }
}
