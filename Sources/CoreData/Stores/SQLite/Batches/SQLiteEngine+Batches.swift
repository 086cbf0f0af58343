internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Inserts the rows of a source in one transaction, with one prepared statement.
    ///
    /// - Throws: NSManagedObjectConstraintMergeError if another row has a unique value, under the
    ///   error policy. Nothing is inserted then.
    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet {
        let table = table(layout)
        let onConflict = layout.uniqueSlots.isEmpty ? .fail : OnConflict(ofBatch: policy)
        return try transact(origin, announce: announce, beforeCommit: nil) { transaction in
            let statement = try transaction.insertStatement(table, onConflict)
            let writes = try transaction.writes(table)
            var values = layout.defaults
            var replaced: Set<RowID> = []
            while try source.next(&values) {
                if onConflict.replaces {
                    try transaction.displaceHolders(of: values, layout, table) { holder in
                        try transaction.displaceInBatch(holder, layout)
                        replaced.remove(holder)
                    }
                }
                do {
                    let inserted = try transaction.insert(values, statement, writes, onConflict)
                    if inserted == nil, onConflict.replaces {
                        guard let holder = try transaction.holder(of: values, layout, table) else { continue }
                        replaced.insert(holder.rowID)
                    }
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                    throw uniquenessError(layout, values, try transaction.holder(of: values, layout, table)?.slots ?? [])
                }
            }
            try writes.didReplace(replaced, slots: onConflict.changedSlots(layout))
        }
    }

    private func uniquenessError(_ layout: EntityLayout, _ values: RowValues, _ slots: [Int]) -> NSError {
        let shown = slots.map { slot in
            "\(layout.names[slot]) = \(layout.object(values[slot], at: slot) ?? "nil")"
        }
        return NSError(
            code: NSManagedObjectConstraintMergeError,
            """
            Another \(layout.name) has \(shown.joined(separator: ", ")) already, so nothing was inserted. Set the context's \
            mergePolicy to NSMergePolicy.mergeByPropertyObjectTrump to update it instead.
            """
        )
    }
}
