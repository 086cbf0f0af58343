internal import Foundation
internal import StrataPredicates

extension SavePlanner {
    mutating func insert(
        _ layout: EntityLayout, _ values: RowValues, as rowID: RowID, _ index: Int, _ table: Transaction.Table
    ) throws -> (rowID: RowID, row: Row) {
        let onConflict = request.isBatch ? OnConflict(ofBatch: policy) : OnConflict(policy)
        if onConflict.replaces {
            let transaction = transaction
            let losesOwners = onConflict == .replace && !layout.uniqueSlots.isEmpty && !ownerSlots(of: layout).isEmpty
            let hasSeveralHolders = layout.uniqueSlots.count > 1 || !layout.uniqueSlots.isEmpty && layout.root !== layout
            // An insertion finds out in one statement that no row has the values. A search for such rows
            // takes one statement for each constraint.
            if losesOwners || hasSeveralHolders, !isHolderLikely,
                try transaction.insert(values, as: rowID, table, .ignore) == .inserted
            {
                return (rowID, Row(layout: layout, values: values, version: 1))
            }
            let kept = try transaction.displaceHolders(of: values, layout, table, asksAlways: losesOwners) {
                try displace($0, layout)
            }
            if losesOwners, let kept, let stored = try transaction.row(kept, table) {
                recordMove(of: layout, layout.toOneSlots, before: stored.values, after: values)
            }
        } else if onConflict == .ignore, let holder = try transaction.sibling(holding: values, layout, table) {
            throw SaveConflict.uniqueInsertion(index, slots: holder.slots)
        }
        let result = try transaction.insert(values, as: rowID, table, onConflict)
        isHolderLikely = result != .inserted
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
}
