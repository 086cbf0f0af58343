internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    func insert(
        _ layout: EntityLayout, _ values: RowValues, as given: RowID?, _ index: Int, _ policy: NSMergePolicy,
        _ destinations: Destinations, _ transaction: WriteTransaction
    ) throws -> (rowID: RowID, row: Row) {
        let table = table(layout)
        let onConflict = WriteTransaction.OnConflict(policy)
        let statement = try transaction.insertStatement(table, onConflict)
        while onConflict != .fail, let holder = try sibling(holding: values, table, transaction) {
            guard onConflict == .replace else { throw SaveConflict.uniqueInsertion(index, slots: holder.slots) }
            try replace(holder.rowID, table, destinations, transaction)
        }
        do {
            if let rowID = try transaction.insert(values, as: given, statement, transaction.writes(table), onConflict) {
                return (rowID, Row(layout: layout, values: values, version: 1))
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            let holder = try transaction.holder(of: values, table)
            throw SaveConflict.uniqueInsertion(index, slots: holder?.slots ?? [])
        }
        guard let holder = try transaction.holder(of: values, table),
            let stored = try row(holder.rowID, table, transaction)
        else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index of \(table.table) refers to a missing row")
        }
        if onConflict == .replace {
            try transaction.writes(table).didUpdate(holder.rowID, slots: layout.historySlots)
        }
        return (holder.rowID, stored)
    }

    /// Reserves a primary key for an object of each of these entities, in one transaction, and
    /// returns the row IDs.
    ///
    /// The keys are not reused if the objects are never saved.
    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        try write { database in
            var keys: [Int64: TableKeys] = [:]
            let rowIDs = try layouts.map { layout in
                let table = table(layout)
                let known = try keys[table.rootNumber] ?? TableKeys(table, database, keySpace)
                keys[table.rootNumber] = known
                return known.next()
            }
            for keys in keys.values { try keys.save(database) }
            return rowIDs
        }
    }
}
