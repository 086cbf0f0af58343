internal import Predicates

/// Knows which of the objects that a save refers to are there: others may have deleted some meanwhile, and a reference to one of those
/// becomes nil.
///
/// Costs the lookup of a key for each object referred to, once.
final class Destinations {
    private let request: SaveRequest
    private let store: SQLiteStore
    private let transaction: WriteTransaction
    private var known: [RowKey: Bool] = [:]

    init(of request: SaveRequest, _ store: SQLiteStore, _ transaction: WriteTransaction) {
        self.request = request
        self.store = store
        self.transaction = transaction
    }

    /// The rows that this save has yet to write under keys that they have already.
    private lazy var coming: Set<RowKey> = {
        var coming = Set(request.insertions.lazy.filter { $0.number > 0 }.map { RowKey($0.layout, $0.number) })
        // Those that are gone are put back.
        if request.mergePolicy.replacesStoredRow { coming.formUnion(request.updates.map { RowKey($0.layout, $0.number) }) }
        return coming
    }()

    func keeping(_ update: SaveRequest.Update) throws -> SaveRequest.Update {
        var update = update
        update.values = try keeping(update.values, update.changed.filter { update.layout.kinds[$0] == .toOne })
        return update
    }

    /// The values with references, in these slots, to existing objects only. New objects, which have temporary numbers, count as such.
    func keeping(_ values: RowValues, _ slots: [Int]) throws -> RowValues {
        var values = values
        for slot in slots {
            guard case .object(let reference) = values[slot], reference.number > 0 else { continue }
            if try !isThere(reference) { values[slot] = .null }
        }
        return values
    }

    func didDelete(_ reference: ObjectReference) { known[reference.key] = false }

    private func isThere(_ reference: ObjectReference) throws -> Bool {
        if let known = known[reference.key] { return known }
        let select = "SELECT 1 FROM \(store.table(reference.layout).table) WHERE Z_PK = ?"
        let isStored = try RawStatement(transaction.database, select, store.keySpace).use { statement in
            statement.bind(key: reference.number, at: 1)
            return try statement.step()
        }
        let isThere = isStored || coming.contains(reference.key)
        known[reference.key] = isThere
        return isThere
    }
}
