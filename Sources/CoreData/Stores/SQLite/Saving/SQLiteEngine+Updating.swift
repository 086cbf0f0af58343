internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    func update(
        _ update: SaveRequest.Update, _ index: Int, _ policy: NSMergePolicy, _ destinations: Destinations,
        _ passed: UniqueValueHandover, _ transaction: WriteTransaction
    ) throws -> SaveOutcome.Update {
        let table = table(update.layout)
        var update = update
        guard let current = try row(update.rowID, table, transaction) else {
            guard policy.replacesStoredRow else {
                if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: nil) }
                return .gone
            }
            update.values = try destinations.keeping(update.values, update.layout.toOneSlots)
            while let holder = try transaction.holder(of: update.values, table, except: update.rowID) {
                if try !passed.free(holder, for: update, of: table, transaction) {
                    try replace(holder.rowID, table, destinations, transaction)
                }
            }
            passed.didWrite(update.rowID, table)
            return .merged(try reinsert(update, table, transaction))
        }
        let stored = passed.before(current, update.rowID)
        let isConflict = stored.version != update.read.version
        func outcome(_ row: Row) -> SaveOutcome.Update { isConflict ? .merged(row) : .saved(row) }
        if isConflict {
            guard policy.mergeType != .errorMergePolicyType else { throw SaveConflict.update(index, stored: stored) }
            update.resolve(stored, policy.mergeType)
            update = try destinations.keeping(update)
        }
        while let holder = try transaction.holder(of: update.values, table, except: update.rowID) {
            if try passed.free(holder, for: update, of: table, transaction) { continue }
            guard policy.mergeType != .errorMergePolicyType else {
                throw SaveConflict.uniqueUpdate(index, slots: holder.slots)
            }
            guard policy.replacesStoredRow else {
                update.values = stored.values
                // Restores the values that the row gave up for another row.
                update.changed = passed.slotsGivenUp(update.rowID, update.layout)
                break
            }
            try replace(holder.rowID, table, destinations, transaction)
        }
        passed.didWrite(update.rowID, table)
        let written = update.changed.filter(table.isStored)
        guard !written.isEmpty || !update.relationships.isEmpty else {
            return outcome(Row(layout: stored.layout, values: update.values, version: stored.version))
        }
        let version = stored.version + 1
        try write(update.values, written, update.rowID, version: version, table, transaction)
        try transaction.writes(table).didUpdate(update.rowID, slots: written + update.relationships)
        return outcome(Row(layout: stored.layout, values: update.values, version: version))
    }

    /// Writes the values of some slots and the version into an existing row, without recording a
    /// change.
    func write(
        _ values: RowValues, _ slots: [Int], _ rowID: RowID, version: Int64, _ table: TableSQL,
        _ transaction: WriteTransaction
    ) throws {
        let bindings = table.bindings(slots)
        try transaction.external.willReplace(rowID, table, slots, transaction.database)
        let values = table.externalSlots.isEmpty ? values : try transaction.external.stored(values, table, slots)
        try RawStatement(transaction.database, table.update(bindings), keySpace).use { statement in
            statement.bind(version, at: 1)
            for (index, binding) in bindings.enumerated() { try binding.bind(values, statement, at: index + 2, entityNumbers) }
            statement.bind(rowID: rowID, at: bindings.count + 2)
            try statement.run()
        }
    }

    /// Inserts again a row that another writer deleted, under a policy that favors the object.
    private func reinsert(_ update: SaveRequest.Update, _ table: TableSQL, _ transaction: WriteTransaction) throws -> Row {
        let values = try transaction.external.stored(update.values, table, table.externalSlots)
        try RawStatement(transaction.database, table.insert, keySpace).use { statement in
            statement.bind(rowID: update.rowID, at: 1)
            try table.bind(values, statement, from: 2, entityNumbers)
            try statement.run()
        }
        try transaction.writes(table).didInsert(update.rowID)
        // Continues the versions, so that contexts that read the row before find a conflict.
        let version = update.read.version + 1
        try write(update.values, [], update.rowID, version: version, table, transaction)
        return Row(layout: table.layout, values: update.values, version: version)
    }

    /// Returns a row of another entity of the hierarchy that holds one of the unique values.
    ///
    /// The entities of a hierarchy share their uniqueness constraints, but an inserted object
    /// cannot become a row of another entity.
    func sibling(
        holding values: RowValues, _ table: TableSQL, _ transaction: WriteTransaction
    ) throws -> (rowID: RowID, slots: [Int])? {
        if table.entityNumbers == nil { return nil }
        for slots in table.layout.uniqueSlots {
            guard let key = try table.holder(of: values, unique: slots, transaction.database, keySpace),
                try row(key, self.table(table.layout.root), transaction)?.layout !== table.layout
            else { continue }
            return (key, slots)
        }
        return nil
    }

    /// Deletes a row whose unique value an object claims under a policy that favors the object.
    ///
    /// The row may belong to another entity of the hierarchy.
    func replace(
        _ rowID: RowID, _ table: TableSQL, _ destinations: Destinations?, _ transaction: WriteTransaction
    ) throws {
        let layout = try row(rowID, self.table(table.layout.root), transaction)?.layout ?? table.layout
        try delete(rowID, self.table(layout), transaction)
        let reference = ObjectReference(layout, rowID)
        destinations?.didDelete(reference)
        for other in try release(reference, transaction) { try clearReferences(of: other.reference, [other.slot], transaction) }
    }
}
