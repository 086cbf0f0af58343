internal import StrataPredicates

extension SavePlanner {
    func update(
        _ update: SaveRequest.Update, _ index: Int, _ passed: UniqueValueHandover<Transaction>
    ) throws -> SaveOutcome.Update {
        let table = transaction.table(update.layout)
        var update = update
        guard let current = try transaction.row(update.rowID, table) else {
            guard policy.replacesStoredRow else {
                if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: nil) }
                return .gone
            }
            update.values = try destinations.keeping(update.values, update.layout.toOneSlots)
            while let holder = try transaction.holder(of: update.values, update.layout, table, except: update.rowID) {
                if try !passed.free(holder, for: update, of: table) {
                    try transaction.replace(holder.rowID, update.layout, destinations)
                }
            }
            passed.didWrite(update.rowID, update.layout)
            return .merged(try reinsert(update, index, table))
        }
        let stored = passed.before(current, update.rowID)
        let isConflict = stored.version != update.read.version
        func outcome(_ row: Row) -> SaveOutcome.Update { isConflict ? .merged(row) : .saved(row) }
        if isConflict {
            guard policy.mergeType != .errorMergePolicyType else { throw SaveConflict.update(index, stored: stored) }
            update.resolve(stored, policy.mergeType)
            update = try destinations.keeping(update)
        }
        while let holder = try transaction.holder(of: update.values, update.layout, table, except: update.rowID) {
            if try passed.free(holder, for: update, of: table) { continue }
            guard policy.mergeType != .errorMergePolicyType else {
                throw SaveConflict.uniqueUpdate(index, slots: holder.slots)
            }
            guard policy.replacesStoredRow else {
                update.values = stored.values
                // Restores the values that the row gave up for another row.
                update.changed = passed.slotsGivenUp(update.rowID, update.layout)
                break
            }
            try transaction.replace(holder.rowID, update.layout, destinations)
        }
        passed.didWrite(update.rowID, update.layout)
        let written = update.changed.filter { transaction.isStored($0, table) }
        guard !written.isEmpty || !update.relationships.isEmpty else {
            return outcome(Row(layout: stored.layout, values: update.values, version: stored.version))
        }
        let version = stored.version + 1
        try transaction.write(update.values, written, update.rowID, version: version, table)
        try transaction.didUpdate(update.rowID, slots: written + update.relationships, table)
        return outcome(Row(layout: stored.layout, values: update.values, version: version))
    }

    /// Inserts again a row that another writer deleted, under a policy that favors the object.
    private func reinsert(_ update: SaveRequest.Update, _ index: Int, _ table: Transaction.Table) throws -> Row {
        guard try transaction.insert(update.values, as: update.rowID, table, .fail) == .inserted else {
            throw SaveConflict.uniqueUpdate(
                index, slots: try transaction.holder(of: update.values, update.layout, table)?.slots ?? [])
        }
        // Continues the versions, so that contexts that read the row before find a conflict.
        let version = update.read.version + 1
        try transaction.write(update.values, [], update.rowID, version: version, table)
        return Row(layout: update.layout, values: update.values, version: version)
    }
}
