internal import Predicates

/// The unique values that pass from one updated object to another in one save: what the first still has is given up when the second wants it.
///
/// A row whose value is taken early must get its object's in the end. A policy that favours the store may drop the object's change, and
/// then the value would be lost: under those, no value passes, and who wants it before it is given up has a conflict.
final class PassedValues {
    private var coming: [RowKey: SaveRequest.Update] = [:]

    init(_ updates: [SaveRequest.Update], _ policy: NSMergePolicy) {
        guard policy.mergeType == .errorMergePolicyType || policy.replacesStoredRow else { return }
        for update in updates where update.layout.uniqueSlots.contains(where: { $0.contains(where: update.changed.contains) }) {
            coming[RowKey(update.layout, update.number)] = update
        }
    }

    /// Notes that an object's own values are written.
    func didWrite(_ number: Int64, _ table: TableSQL) { coming[RowKey(table.layout, number)] = nil }

    /// Takes the values out of the row that has them, where an object yet to be written gives them up; false where none does.
    func free(_ holder: (key: Int64, slots: [Int]), of table: TableSQL, _ transaction: WriteTransaction) throws -> Bool {
        guard let update = coming[RowKey(table.layout, holder.key)] else { return false }
        // What it does not write itself stays.
        let given = holder.slots.filter(update.changed.contains)
        if given.isEmpty { return false }
        // Nil is unique always.
        let columns = given.map { "\(table.column($0)) = NULL" }.joined(separator: ", ")
        try transaction.run("UPDATE \(table.table) SET \(columns) WHERE Z_PK = ?", of: holder.key)
        return true
    }
}
