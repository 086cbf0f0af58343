internal import Foundation
internal import GRDB
internal import StrataPredicates

// The write transaction of a save
//
// A context hands its changes over as one `SaveRequest`, and `save` writes them in one SQLite
// transaction. The request describes the rows as the context read them. Other contexts and
// processes may have written since then, so most of the work is to detect conflicts and to resolve
// them by the merge policy.
//
// Order of writes:
//
// 1. Deletions, which free the unique values that other rows may claim.
// 2. Primary keys for all insertions, from Z_PRIMARYKEY. Nothing is inserted yet, but every row
//    written from here on can refer to an inserted one.
// 3. Updates. A reference to a row that another writer deleted becomes nil (`Destinations`).
// 4. Insertions. If one becomes an existing row instead, the references to its unused key that were
//    written before are corrected (`AssignedRowIDs`).
// 5. Members of to-many relationships, as far as the members' own to-one relationships do not store
//    them: join tables, owners in relationships without an inverse, positions in ordered ones.
// 6. Referential integrity: see `SQLiteStore+ReferentialIntegrity.swift`.
// 7. Derived attributes, the last used keys, the history: `WriteTransaction.finish()`.
//
// Versions. `Z_OPT` is 1 in an inserted row, and each later save of the row adds 1. An update or
// deletion carries the version that its object read. If the stored row has another one, another
// writer changed it in between, and the merge policy decides:
//
// - error: the save throws a `SaveConflict`.
// - rollback: the stored values remain. A row to be deleted stays.
// - store trump: the object's changes are written, except to properties that changed in the row
//   too. A row to be deleted stays.
// - object trump: the object's changes are written over the stored values.
// - overwrite: all attributes and to-one relationships of the object are written.
//
// If another writer deleted an updated row, object trump and overwrite insert it again under its
// key and continue from the version that the object read; rollback and store trump leave it
// deleted. The deletion of a row that is already gone succeeds.
//
// Unique values. Say that `a` and `b` swap their names in one save. When `a` is written, the row of
// `b` still has the name, but this save is going to change it: the value is handed over
// (`UniqueValueHandover`). If no row of the save gives the value up, the error policy throws.
// Policies that favor the store keep all stored values of the updated row; policies that favor the
// object delete the row that holds the value. An insertion is an upsert: it becomes the row that
// holds the value, with the object's values or with the stored ones. A row of another entity of the
// hierarchy cannot become the object. It is deleted, or the save throws.
//
// Invariant: a save raises the version of each row that it writes, except where only a derived
// attribute changed, and the change set and the history name all of them. Without the first, a
// context with an old row would overwrite a change that it never saw. Without the second, caches
// and live results would keep the old values.
extension SQLiteStore {
    /// Writes a context's changes in one transaction.
    ///
    /// - Parameters:
    ///   - announce: see `transact`.
    ///   - beforeCommit: see `transact`.
    /// - Throws: a `SaveConflict` under the error policy if a row changed since its object read it
    ///   or if a unique value is claimed; under policies that favor the store if a row of another
    ///   entity holds the unique value of an insertion. Nothing is written then.
    func save(
        _ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)? = nil
    ) throws -> SaveOutcome {
        var outcome = SaveOutcome()
        outcome.changes = try transact(request.origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            for (index, deletion) in request.deletions.enumerated() {
                outcome.deletions.append(try delete(deletion, index, request.mergePolicy, transaction))
            }
            let destinations = Destinations(of: request, self, transaction)
            var gone: Set<RowKey> = []
            var merged: Set<RowKey> = []
            // All inserted rows get their keys before any row that refers to them is written.
            var assignedIDs = AssignedRowIDs(count: request.insertions.count)
            let assigned = try request.insertions.map { insertion in
                // An object that already obtained its permanent ID keeps it.
                let rowID =
                    insertion.rowID.isPermanent ? insertion.rowID : try transaction.writes(table(insertion.layout)).keys.next()
                assignedIDs.assign(insertion, rowID)
                return rowID
            }
            outcome.insertions.reserveCapacity(assigned.count)
            let passed = UniqueValueHandover(request.updates, request.mergePolicy, self, destinations, assignedIDs)
            for (index, update) in request.updates.enumerated() {
                let update = assignedIDs.resolved(try destinations.keeping(update))
                let updated = try self.update(update, index, request.mergePolicy, destinations, passed, transaction)
                switch updated {
                case .gone: gone.insert(RowKey(update.layout, update.rowID))
                case .merged: merged.insert(RowKey(update.layout, update.rowID))
                case .saved: break
                }
                outcome.updates.append(updated)
            }
            for (index, insertion) in request.insertions.enumerated() {
                let toOneSlots = insertion.layout.toOneSlots
                let values =
                    toOneSlots.isEmpty
                    ? insertion.values
                    : assignedIDs.resolved(try destinations.keeping(insertion.values, toOneSlots), insertion.layout)
                let inserted = try insert(
                    insertion.layout, values, as: assigned[index], index, request.mergePolicy, destinations, transaction)
                if inserted.rowID != assigned[index] { assignedIDs.correct(insertion, from: assigned[index], to: inserted.rowID) }
                outcome.insertions.append(inserted)
            }
            try correctReferences(&outcome, request, assignedIDs, transaction)
            for change in request.memberChanges {
                guard let owner = assignedIDs[change.rowID], !gone.contains(RowKey(change.layout, owner)) else { continue }
                var change = change
                // Another writer may have moved the members that this context left in place.
                if merged.contains(RowKey(change.layout, owner)) { change.changes.keptInOrder = 0 }
                try write(change, of: owner, key: { assignedIDs[$0.rowID] }, transaction)
            }
            try publishOtherEnds(of: request.memberChanges, transaction)
            try release(request, &outcome, transaction)
        }
        return outcome
    }

    /// Corrects the references to insertions that became existing rows.
    ///
    /// Rows written before such an insertion refer to the key that was assigned to it and not used.
    private func correctReferences(
        _ outcome: inout SaveOutcome, _ request: SaveRequest, _ assignedIDs: AssignedRowIDs, _ transaction: WriteTransaction
    ) throws {
        guard assignedIDs.areCorrected else { return }
        for index in outcome.updates.indices {
            guard let row = outcome.updates[index].row else { continue }
            outcome.updates[index].row = try correct(row, request.updates[index].rowID, assignedIDs, transaction)
        }
        for index in outcome.insertions.indices {
            let (rowID, row) = outcome.insertions[index]
            outcome.insertions[index].row = try correct(row, rowID, assignedIDs, transaction)
        }
    }

    private func correct(_ row: Row, _ rowID: RowID, _ assignedIDs: AssignedRowIDs, _ transaction: WriteTransaction) throws -> Row
    {
        var row = row
        let values = assignedIDs.corrected(row.values, row.layout)
        let changed = row.layout.toOneSlots.filter { values[$0] != row.values[$0] }
        guard !changed.isEmpty else { return row }
        row.values = values
        try write(values, changed, rowID, version: row.version, table(row.layout), transaction)
        return row
    }

    // MARK: Deletions

    private func delete(
        _ deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy, _ transaction: WriteTransaction
    ) throws -> SaveOutcome.Deletion {
        let table = table(deletion.layout)
        // Another writer deleted the row, which is the requested result.
        guard let stored = try row(deletion.rowID, table, transaction) else { return .done }
        if stored.version != deletion.read.version {
            switch policy.mergeType {
            case .errorMergePolicyType: throw SaveConflict.deletion(index, stored: stored)
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return .kept(stored)
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: break
            }
        }
        try delete(deletion.rowID, table, transaction)
        return .done
    }

    func delete(_ rowID: RowID, _ table: TableSQL, _ transaction: WriteTransaction) throws {
        // Before the row is deleted, since the history may copy values from it.
        try transaction.writes(table).willDelete(rowID)
        try transaction.external.willReplace(rowID, table, table.externalSlots, transaction.database)
        try RawStatement(transaction.database, table.delete, keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            try statement.run()
        }
    }

    func row(_ rowID: RowID, _ table: TableSQL, _ transaction: WriteTransaction) throws -> Row? {
        try row(rowID, RawStatement(transaction.database, table.selectByKey, keySpace), table)
    }

    // MARK: Updates

    private func update(
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
                // Restores the values that the row gave up for another.
                update.changed = passed.claimedSlots(update.rowID, update.layout)
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

    /// Inserts a row again that another writer deleted, under a policy that favors the object.
    private func reinsert(_ update: SaveRequest.Update, _ table: TableSQL, _ transaction: WriteTransaction) throws -> Row {
        let values = try transaction.external.stored(update.values, table, table.externalSlots)
        try RawStatement(transaction.database, table.insert, keySpace).use { statement in
            statement.bind(rowID: update.rowID, at: 1)
            try table.bind(values, statement, from: 2, entityNumbers)
            try statement.run()
        }
        try transaction.writes(table).didInsert(update.rowID)
        // Contexts that read the row before it was deleted must find a conflict.
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

    // MARK: Insertions

    private func insert(
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
}

extension SaveRequest.Update {
    /// Merges the update with a row that another writer changed, as the policy says.
    mutating func resolve(_ stored: Row, _ policy: NSMergePolicyType) {
        let theirs = Set(stored.values.differences(from: read.values))
        switch policy {
        case .errorMergePolicyType, .rollbackMergePolicyType:
            changed = []
        case .mergeByPropertyStoreTrumpMergePolicyType:
            changed.removeAll(where: theirs.contains)
        case .mergeByPropertyObjectTrumpMergePolicyType:
            break
        case .overwriteMergePolicyType:
            changed = layout.kinds.indices.filter { layout.kinds[$0].isAttribute || layout.kinds[$0] == .toOne }
        }
        let mine = values
        values = stored.values
        for slot in changed { values[slot] = mine[slot] }
    }
}

extension SQLiteStore {
    /// Reserves a primary key for an object of each of these entities and returns the row IDs.
    ///
    /// One transaction. The keys are not reused if the objects are never saved.
    func allocateKeys(_ layouts: [EntityLayout]) throws -> [RowID] {
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
