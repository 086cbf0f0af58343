internal import Foundation
internal import GRDB
internal import Predicates

extension SQLiteStore {
    /// Writes a context's changes in one transaction.
    ///
    /// A row that changed since its object read it (another `Z_OPT`), or a unique value that is taken, is settled as the merge
    /// policy says; under the error policy it is thrown as a `SaveConflict`, and nothing is written.
    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void) throws -> SaveOutcome {
        var outcome = SaveOutcome()
        outcome.changes = try transact(request.origin, announce: announce) { transaction in
            for (index, deletion) in request.deletions.enumerated() {
                outcome.deletions.append(try delete(deletion, index, request.mergePolicy, transaction))
            }
            for (index, update) in request.updates.enumerated() {
                outcome.updates.append(try self.update(update, index, request.mergePolicy, transaction))
            }
            for (index, insertion) in request.insertions.enumerated() {
                outcome.insertions.append(try insert(insertion, index, request.mergePolicy, transaction))
            }
        }
        return outcome
    }

    // MARK: Deletions

    private func delete(
        _ deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy, _ transaction: WriteTransaction
    ) throws -> SaveOutcome.Deletion {
        let table = table(deletion.layout)
        // Somebody else deleted it: that is what was asked for.
        guard let stored = try row(deletion.number, table, transaction) else { return .done }
        if stored.version != deletion.read.version {
            switch policy.mergeType {
            case .errorMergePolicyType: throw SaveConflict.deletion(index, stored: stored)
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return .kept(stored)
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: break
            }
        }
        try delete(deletion.number, table, transaction)
        return .done
    }

    func delete(_ number: Int64, _ table: TableSQL, _ transaction: WriteTransaction) throws {
        try RawStatement(transaction.database, table.delete).use { statement in
            statement.bind(number, at: 1)
            try statement.run()
        }
        try transaction.writes(table).didDelete(number)
    }

    private func row(_ number: Int64, _ table: TableSQL, _ transaction: WriteTransaction) throws -> Row? {
        try row(number, RawStatement(transaction.database, table.selectByKey), table)
    }

    // MARK: Updates

    private func update(
        _ update: SaveRequest.Update, _ index: Int, _ policy: NSMergePolicy, _ transaction: WriteTransaction
    ) throws -> SaveOutcome.Update {
        let table = table(update.layout)
        var update = update
        guard let stored = try row(update.number, table, transaction) else {
            guard policy.replacesStoredRow else {
                if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: nil) }
                return .gone
            }
            return .saved(try reinsert(update, table, transaction))
        }
        if stored.version != update.read.version {
            guard policy.mergeType != .errorMergePolicyType else { throw SaveConflict.update(index, stored: stored) }
            update.settle(stored, policy.mergeType)
        }
        if let holder = try transaction.holder(of: update.values, table, except: update.number) {
            guard policy.mergeType != .errorMergePolicyType else {
                throw SaveConflict.uniqueUpdate(index, slots: holder.slots)
            }
            if policy.replacesStoredRow {
                try delete(holder.key, table, transaction)
            } else {
                update.values = stored.values
                update.changed = []
            }
        }
        guard !update.changed.isEmpty else { return .saved(stored) }
        let version = stored.version + 1
        try RawStatement(transaction.database, table.update(update.changed)).use { statement in
            statement.bind(version, at: 1)
            for (index, slot) in update.changed.enumerated() { statement.bind(update.values[slot], at: index + 2) }
            statement.bind(update.number, at: update.changed.count + 2)
            try statement.run()
        }
        try transaction.writes(table).didUpdate(update.number, slots: update.changed)
        return .saved(Row(values: update.values, version: version))
    }

    /// Puts back a row that was deleted while the object that the policy favours was changed.
    private func reinsert(_ update: SaveRequest.Update, _ table: TableSQL, _ transaction: WriteTransaction) throws -> Row {
        try RawStatement(transaction.database, table.insert).use { statement in
            statement.bind(update.number, at: 1)
            for slot in update.values.indices { statement.bind(update.values[slot], at: slot + 2) }
            try statement.run()
        }
        try transaction.writes(table).didInsert(update.number)
        return Row(values: update.values, version: 1)
    }

    // MARK: Insertions

    private func insert(
        _ insertion: SaveRequest.Insertion, _ index: Int, _ policy: NSMergePolicy, _ transaction: WriteTransaction
    ) throws -> (number: Int64, row: Row) {
        let table = table(insertion.layout)
        let onConflict = WriteTransaction.OnConflict(policy)
        let statement = try transaction.insertStatement(table, onConflict)
        do {
            if let number = try transaction.insert(insertion.values, statement, transaction.writes(table), onConflict) {
                return (number, Row(values: insertion.values, version: 1))
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            let holder = try transaction.holder(of: insertion.values, table, except: 0)
            throw SaveConflict.uniqueInsertion(index, slots: holder?.slots ?? [])
        }
        guard let holder = try transaction.holder(of: insertion.values, table, except: 0),
            let stored = try row(holder.key, table, transaction)
        else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an index of \(table.table) names a row that is not there")
        }
        if onConflict == .replace {
            try transaction.writes(table).didUpdate(holder.key, slots: insertion.values.indices)
        }
        return (holder.key, stored)
    }
}

extension SaveRequest.Update {
    /// Merges with a row that someone else changed.
    fileprivate mutating func settle(_ stored: Row, _ policy: NSMergePolicyType) {
        let theirs = Set(read.values.indices.filter { stored.values[$0] != read.values[$0] })
        switch policy {
        case .errorMergePolicyType, .rollbackMergePolicyType:
            changed = []
        case .mergeByPropertyStoreTrumpMergePolicyType:
            changed.removeAll(where: theirs.contains)
        case .mergeByPropertyObjectTrumpMergePolicyType:
            break
        case .overwriteMergePolicyType:
            changed = Array(values.indices)
        }
        let mine = values
        values = stored.values
        for slot in changed { values[slot] = mine[slot] }
    }
}
