internal import GRDB
internal import StrataPredicates

// Referential integrity of a save
//
// A context applies the delete rules and keeps both sides of relationships consistent, but only for
// the objects that it has read. Another writer may have related further rows to an object that this
// save deletes, or may have set one end of a one-to-one relationship while this save set the other.
// Like those of Apple's stores, the tables have no foreign key constraints. So `release` queries
// them at the end of the transaction and corrects inconsistent references.
//
// After a deletion, nothing may refer to the row through a relationship with an inverse: the
// referring to-one relationships become nil, and the rows of join tables are deleted. Relationships
// with `noActionDeleteRule` keep their to-one references, as the rule says. For a to-many
// relationship without an inverse, the owner column of the members is cleared; no property of the
// members changes. A to-one relationship without an inverse is not checked, and may keep a dangling
// reference.
//
// After a conflict that the merge policy resolved, both ends of a one-to-one relationship must
// refer to each other. Example: this save related `a` to `b`, and another writer related `c` to
// `b`. Both `a` and `c` refer to `b`, which refers to one of them. The reference of the other
// becomes nil (`rivals`).
//
// Corrected rows are of two kinds. A row that this transaction wrote already has its new version
// and its entry in the history. So only its column is cleared (`clear`), both in the table and in
// the save's outcome, from which the context reads the saved values. Any other row gets a new
// version and counts as updated (`clearReferences`): otherwise caches would keep the old reference,
// and a context that read the row before would write it back without a conflict.
extension SQLiteEngine {
    /// A row that refers to another row, and the slot in which it does.
    struct Referrer {
        let reference: ObjectReference
        let slot: Int
    }

    /// Clears the references to the rows that a save deleted, and the inconsistent ends of
    /// one-to-one relationships of the rows that it merged.
    func release(_ request: SaveRequest, _ outcome: inout SaveOutcome, _ transaction: WriteTransaction) throws {
        var referrers: [Referrer] = []
        var deleted: Set<RowKey> = []
        var kept: [RowKey: Int] = [:]
        for (index, deletion) in request.deletions.enumerated() {
            let reference = ObjectReference(deletion.layout, deletion.rowID)
            switch outcome.deletions[index] {
            case .done:
                deleted.insert(reference.key)
                referrers += try release(reference, transaction)
            case .kept(let row):
                kept[reference.key] = index
                referrers += try rivals(of: row, deletion.rowID, transaction)
            }
        }
        for (update, result) in zip(request.updates, outcome.updates) {
            switch result {
            case .merged(let row): referrers += try rivals(of: row, update.rowID, transaction)
            // After a refresh that keeps changes, a context may have one end of a relationship from
            // the store and the other from its own changes.
            case .saved(let row) where update.changed.contains(where: row.layout.isOneToOne):
                referrers += try rivals(of: row, update.rowID, transaction)
            case .saved, .gone: break
            }
        }
        referrers += try rivals(ofInsertionsIn: request, outcome, transaction)
        referrers.removeAll { deleted.contains($0.reference.key) }
        guard !referrers.isEmpty else { return }

        // Rows that a merge policy left as they were are in the request, but they have neither a
        // new version nor an entry in the history.
        let written = transaction.writtenKeys
        var updates: [RowKey: Int] = [:]
        for (index, update) in request.updates.enumerated() { updates[RowKey(update.layout, update.rowID)] = index }
        var insertions: [RowKey: Int] = [:]
        for (index, insertion) in outcome.insertions.enumerated() {
            insertions[RowKey(insertion.row.layout, insertion.rowID)] = index
        }
        var others: [ObjectReference: [Int]] = [:]
        for referrer in referrers {
            let key = referrer.reference.key
            if !written.contains(key) {
                others[referrer.reference, default: []].append(referrer.slot)
            } else if let index = updates[key], let row = outcome.updates[index].row {
                outcome.updates[index].row = try clear(referrer, row, transaction)
            } else if let index = insertions[key] {
                outcome.insertions[index].row = try clear(referrer, outcome.insertions[index].row, transaction)
            } else {
                others[referrer.reference, default: []].append(referrer.slot)
            }
        }
        for (reference, slots) in others {
            try clearReferences(of: reference, slots.sorted(), transaction)
            guard let row = try row(reference.rowID, table(reference.layout), transaction) else { continue }
            if let index = kept[reference.key] { outcome.deletions[index] = .kept(row) }
            if let index = updates[reference.key] { outcome.updates[index].row = row }
            if let index = insertions[reference.key] { outcome.insertions[index].row = row }
        }
    }

    /// Publishes the rows at the other ends of member changes, in relationships that are to-many at
    /// both ends, if the save does not write these rows itself.
    ///
    /// A context saves only one end if its object at the other end was refreshed without merging.
    /// The versions of the rows do not change: the save changed a join table, not the rows.
    func publishOtherEnds(of changes: [SaveRequest.MemberChange], _ transaction: WriteTransaction) throws {
        let changes = changes.filter { $0.layout.manyToManyInverse($0.slot) != nil }
        if changes.isEmpty { return }
        let written = transaction.writtenKeys
        var slots: [ObjectReference: Set<Int>] = [:]
        for change in changes {
            guard let inverse = change.layout.manyToManyInverse(change.slot) else { continue }
            for reference in change.changes.added + change.changes.removed
            where reference.rowID.isPermanent && !written.contains(reference.key) {
                slots[reference, default: []].insert(inverse)
            }
        }
        for (reference, slots) in slots {
            let table = table(reference.layout)
            guard try row(reference.rowID, table, transaction) != nil else { continue }
            try transaction.writes(table).didChangeMembers(reference.rowID, slots: slots.sorted())
        }
    }

    /// Removes a deleted row from the join tables and from the owner columns of its members, and
    /// returns the rows that referred to it through a relationship with an inverse.
    func release(_ reference: ObjectReference, _ transaction: WriteTransaction) throws -> [Referrer] {
        let layout = reference.layout
        var referrers: [Referrer] = []
        for slot in layout.toManySlots {
            switch relationships.access(layout, slot) {
            case nil: continue
            case .foreignKey(let sql):
                if let inverse = layout.inverseSlot(slot), layout.relationship(slot).deleteRule != .noActionDeleteRule {
                    referrers += try self.referrers(sql.select, reference.rowID, inverse, transaction)
                } else if sql.setOwner != nil {
                    try transaction.run(sql.clearAll, of: reference.rowID)
                }
            case .join(let sql):
                if let inverse = layout.inverseSlot(slot) {
                    referrers += try self.referrers(sql.select, reference.rowID, inverse, transaction)
                }
                try transaction.run(sql.clear, of: reference.rowID)
            }
        }
        for slot in layout.toOneSlots where layout.relationship(slot).deleteRule != .noActionDeleteRule {
            referrers += try oneToOneReferrers(reference, slot, transaction)
        }
        return referrers
    }

    /// Returns the rows whose end of a one-to-one relationship refers to a row.
    private func oneToOneReferrers(
        _ reference: ObjectReference, _ slot: Int, _ transaction: WriteTransaction
    ) throws -> [Referrer] {
        let destination = reference.layout.destination(slot)
        guard let inverse = reference.layout.inverseSlot(slot), destination.kinds[inverse] == .toOne,
            !destination.properties[inverse].isTransient
        else { return [] }
        let table = table(destination)
        return try referrers(
            "SELECT Z_PK, Z_ENT FROM \(table.table) WHERE \(table.column(inverse)) = ?", reference.rowID, inverse, transaction)
    }

    /// Returns the rivals of inserted rows, if the save does not write the other end of a one-to-one
    /// relationship, too.
    ///
    /// Example: another writer deletes the row at the other end, so that the context cannot change
    /// it, and a third writer inserts it again.
    private func rivals(
        ofInsertionsIn request: SaveRequest, _ outcome: SaveOutcome, _ transaction: WriteTransaction
    ) throws -> [Referrer] {
        var written: Set<RowKey>?
        var slots: [ObjectIdentifier: [Int]] = [:]
        return try outcome.insertions.flatMap { rowID, row -> [Referrer] in
            let layout = row.layout
            if layout.toOneSlots.isEmpty { return [] }
            let known = slots[ObjectIdentifier(layout)] ?? layout.toOneSlots.filter(layout.isOneToOne)
            slots[ObjectIdentifier(layout)] = known
            for slot in known {
                guard case .object(let partner) = row.values[slot] else { continue }
                let keys =
                    written
                    ?? Set(
                        request.updates.map { RowKey($0.layout, $0.rowID) }
                            + outcome.insertions.map { RowKey($0.row.layout, $0.rowID) })
                written = keys
                if !keys.contains(partner.key) { return try rivals(of: row, rowID, transaction) }
            }
            return []
        }
    }

    /// Returns the rows that refer to a merged row through a one-to-one relationship although it
    /// does not refer to them, and the row itself if it refers to a row that does not refer back.
    private func rivals(of row: Row, _ rowID: RowID, _ transaction: WriteTransaction) throws -> [Referrer] {
        let reference = ObjectReference(row.layout, rowID)
        return try row.layout.toOneSlots.flatMap { slot -> [Referrer] in
            let found = try oneToOneReferrers(reference, slot, transaction)
            guard case .object(let partner) = row.values[slot] else { return found }
            let rivals = found.filter { $0.reference.key != partner.key }
            guard let inverse = row.layout.inverseSlot(slot), row.layout.destination(slot).kinds[inverse] == .toOne,
                rivals.count == found.count
            else { return rivals }
            return rivals + [Referrer(reference: reference, slot: slot)]
        }
    }

    private func referrers(
        _ select: String, _ rowID: RowID, _ slot: Int, _ transaction: WriteTransaction
    ) throws -> [Referrer] {
        try RawStatement(transaction.database, select, keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            var found: [Referrer] = []
            while try statement.step() {
                guard let layout = entityNumbers.layout(statement.int(1)) else { continue }
                found.append(Referrer(reference: ObjectReference(layout, statement.rowID(0)), slot: slot))
            }
            return found
        }
    }

    /// Clears a to-one reference of a row that this transaction wrote, and returns the new row.
    private func clear(_ referrer: Referrer, _ row: Row, _ transaction: WriteTransaction) throws -> Row {
        guard row.layout.kinds[referrer.slot] == .toOne else { return row }
        var row = row
        row.values[referrer.slot] = .null
        try write(row.values, [referrer.slot], referrer.reference.rowID, version: row.version, table(row.layout), transaction)
        return row
    }

    /// Clears the to-one references of a row in some slots, increments its version and records the
    /// update. To-many slots are only recorded, since their members were removed before.
    func clearReferences(of reference: ObjectReference, _ slots: [Int], _ transaction: WriteTransaction) throws {
        let table = table(reference.layout)
        let columns = table.bindings(slots.filter { reference.layout.kinds[$0] == .toOne }).map { "\($0.column) = NULL" }
        let assignments = (["Z_OPT = Z_OPT + 1"] + columns).joined(separator: ", ")
        try transaction.run("UPDATE \(table.table) SET \(assignments) WHERE Z_PK = ?", of: reference.rowID)
        try transaction.writes(table).didUpdate(reference.rowID, slots: slots)
    }
}

extension EntityLayout {
    /// Whether a slot is one end of a one-to-one relationship.
    fileprivate func isOneToOne(_ slot: Int) -> Bool {
        kinds[slot] == .toOne && inverseSlot(slot).map { destination(slot).kinds[$0] } == .toOne
    }
}
