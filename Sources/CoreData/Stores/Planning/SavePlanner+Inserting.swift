internal import Foundation
internal import StrataPredicates

extension SavePlanner {
    func insert(
        _ layout: EntityLayout, _ values: RowValues, as rowID: RowID, _ index: Int, _ table: Transaction.Table
    ) throws -> (rowID: RowID, row: Row) {
        let onConflict = request.isBatch ? OnConflict(ofBatch: policy) : OnConflict(policy)
        if onConflict.replaces {
            _ = try transaction.replaceHolders(of: values, layout, table, destinations)
        } else if onConflict == .ignore, let holder = try transaction.sibling(holding: values, layout, table) {
            throw SaveConflict.uniqueInsertion(index, slots: holder.slots)
        }
        let result = try transaction.insert(values, as: rowID, table, onConflict)
        if result == .inserted { return (rowID, Row(layout: layout, values: values, version: 1)) }
        let holder = try transaction.holder(of: values, layout, table)
        if result == .refused { throw SaveConflict.uniqueInsertion(index, slots: holder?.slots ?? []) }
        guard let holder, let stored = try transaction.row(holder.rowID, table) else {
            throw NSError(
                code: CocoaError.fileReadCorruptFile.rawValue,
                "An index of the store says that a row of '\(layout.name)' has a unique value, and there is no such row. Restore the store from a copy."
            )
        }
        if onConflict.replaces {
            try transaction.didUpdate(holder.rowID, slots: onConflict.changedSlots(layout), table)
        }
        return (holder.rowID, stored)
    }

    /// Marks the updated rows as gone that were deleted after they were written, since another row of
    /// the save has their unique values. Returns all rows that were deleted for that.
    mutating func forgetReplaced() throws -> Set<RowKey> {
        // An update may have inserted its row again.
        let gone = try destinations.deleted.filter { try !transaction.exists($0.rowID, transaction.table($0.layout)) }
        let keys = Set(gone.map(\.key))
        if keys.isEmpty { return [] }
        for (index, update) in request.updates.enumerated() where keys.contains(RowKey(update.layout, update.rowID)) {
            outcome.updates[index] = .gone
        }
        return keys
    }
}
