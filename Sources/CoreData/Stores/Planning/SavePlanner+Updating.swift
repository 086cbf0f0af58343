internal import StrataPredicates

extension SavePlanner {
    mutating func update(
        _ update: SaveRequest.Update, _ index: Int, _ passed: UniqueValueHandover<Transaction>
    ) throws -> SaveOutcome.Update {
        let table = transaction.table(update.layout)
        var update = update
        guard let current = try transaction.row(update.rowID, table) else {
            // An earlier update of this save may have deleted the row, because it took its unique value.
            guard policy.replacesStoredRow, !isDisplaced(ObjectReference(update.layout, update.rowID)) else {
                if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: nil) }
                return .gone
            }
            update.values = try destinations.keeping(update.values, update.layout.toOneSlots)
            while let holder = try transaction.holder(of: update.values, update.layout, table, except: update.rowID) {
                if try !passed.free(holder, for: update, of: table) {
                    try displace(holder.rowID, update.layout)
                }
            }
            passed.didWrite(update.rowID, update.layout)
            return .merged(try reinsert(update, index, table))
        }
        let stored = passed.before(current, update.rowID)
        let isConflict = stored.version != update.read.version
        var isMerged = isConflict
        func result(_ row: Row) -> SaveOutcome.Update { isMerged ? .merged(row) : .saved(row) }
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
                isMerged = true
                update.values = stored.values
                // Restores the values that the row gave up for another row.
                update.changed = passed.slotsGivenUp(update.rowID, update.layout)
                break
            }
            try displace(holder.rowID, update.layout)
        }
        passed.didWrite(update.rowID, update.layout)
        let written = update.changed.filter { transaction.isStored($0, table) }
        guard !written.isEmpty || !update.relationships.isEmpty else {
            return result(Row(layout: stored.layout, values: update.values, version: stored.version))
        }
        // Without a trap for a damaged row, whose version may be the greatest number.
        let version = stored.version &+ 1
        try transaction.write(update.values, written, update.rowID, version: version, table)
        try transaction.didUpdate(update.rowID, slots: written + update.relationships, table)
        recordMove(
            of: update.layout, written, before: stored.values, after: update.values, isKnown: !isConflict)
        return result(Row(layout: stored.layout, values: update.values, version: version))
    }

    /// Inserts again a row that another writer deleted, under a policy that favors the object.
    private mutating func reinsert(_ update: SaveRequest.Update, _ index: Int, _ table: Transaction.Table) throws -> Row {
        guard try transaction.insert(update.values, as: update.rowID, table, .fail) == .inserted else {
            throw SaveConflict.uniqueUpdate(
                index, slots: try transaction.holder(of: update.values, update.layout, table)?.slots ?? [])
        }
        // Contexts that read the row before have to find a conflict, also those that read a later
        // version of it than this one. Nothing tells the last version of a deleted row, so a random
        // step makes it improbable that one of them is used again.
        let version = update.read.version + .random(in: 1...(1 << 20))
        try transaction.write(update.values, [], update.rowID, version: version, table)
        recordMove(of: update.layout, update.layout.toOneSlots, before: nil, after: update.values)
        return Row(layout: update.layout, values: update.values, version: version)
    }
}
