internal import StrataPredicates

// Referential integrity of a save
//
// A context applies the delete rules and keeps both sides of relationships consistent, but only for
// the objects that it has read. Another writer may have related further rows to an object that this
// save deletes, or may have set one end of a one-to-one relationship while this save set the other.
// Like Apple's, a store has no foreign key constraints. So `releaseReferences` looks for
// inconsistent references at the end of the transaction and corrects them.
//
// After a deletion, nothing may refer to the row through a relationship with an inverse: the
// referring to-one relationships become nil, and the pairs with it are deleted. Relationships
// with `noActionDeleteRule` keep their to-one references, as the rule says. For a to-many
// relationship without an inverse, the owner that the members store is cleared; no property of the
// members changes. A to-one relationship without an inverse is not checked, and may keep a dangling
// reference.
//
// After a conflict that the merge policy resolved, both ends of a one-to-one relationship must
// refer to each other. Example: this save related `a` to `b`, and another writer related `c` to
// `b`. Both `a` and `c` refer to `b`, which refers to one of them. The reference of the other
// becomes nil (`rivals`).
//
// Corrected rows are of two kinds. A row that this transaction wrote already has its new version
// and its entry in the history. So only its reference is cleared (`clear`), both in the store and in
// the save's outcome, from which the context reads the saved values. Any other row gets a new
// version and counts as updated (`clearReferences`): otherwise caches would keep the old reference,
// and a context that read the row before would write it back without a conflict.
extension SavePlanner {
    /// Clears the references to the rows that a save deleted, and the inconsistent ends of
    /// one-to-one relationships of the rows that it merged.
    mutating func releaseReferences() throws {
        var referrers: [Referrer] = []
        var deleted: Set<RowKey> = []
        var kept: [RowKey: Int] = [:]
        for (index, deletion) in request.deletions.enumerated() {
            let reference = ObjectReference(deletion.layout, deletion.rowID)
            switch outcome.deletions[index] {
            case .done:
                deleted.insert(reference.key)
                referrers += try transaction.release(reference)
            case .kept(let row):
                kept[reference.key] = index
                referrers += try rivals(of: row, deletion.rowID)
            }
        }
        for (update, result) in zip(request.updates, outcome.updates) {
            switch result {
            case .merged(let row): referrers += try rivals(of: row, update.rowID)
            // After a refresh that keeps changes, a context may have one end of a relationship from
            // the store and the other from its own changes.
            case .saved(let row) where update.changed.contains(where: row.layout.isOneToOne):
                referrers += try rivals(of: row, update.rowID)
            case .saved, .gone: break
            }
        }
        referrers += try rivalsOfInsertions()
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
                outcome.updates[index].row = try clear(referrer, row)
            } else if let index = insertions[key] {
                outcome.insertions[index].row = try clear(referrer, outcome.insertions[index].row)
            } else {
                others[referrer.reference, default: []].append(referrer.slot)
            }
        }
        for (reference, slots) in others {
            try transaction.clearReferences(of: reference, slots.sorted())
            guard let row = try transaction.row(reference.rowID, transaction.table(reference.layout)) else { continue }
            if let index = kept[reference.key] { outcome.deletions[index] = .kept(row) }
            if let index = updates[reference.key] { outcome.updates[index].row = row }
            if let index = insertions[reference.key] { outcome.insertions[index].row = row }
        }
    }

    /// Publishes the rows at the other ends of member changes, in relationships that are to-many at
    /// both ends, if the save does not write these rows itself.
    ///
    /// A context saves only one end if its object at the other end was refreshed without merging.
    /// The versions of the rows do not change: the save changed pairs, not the rows.
    func publishOtherEnds() throws {
        let changes = request.memberChanges.filter { $0.layout.manyToManyInverse($0.slot) != nil }
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
            let table = transaction.table(reference.layout)
            guard try transaction.row(reference.rowID, table) != nil else { continue }
            try transaction.didChangeMembers(reference.rowID, slots: slots.sorted(), table)
        }
    }

    /// Returns the rivals of inserted rows, if the save does not write the other end of a one-to-one
    /// relationship, too.
    ///
    /// Example: another writer deletes the row at the other end, so that the context cannot change
    /// it, and a third writer inserts it again.
    private func rivalsOfInsertions() throws -> [Referrer] {
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
                if !keys.contains(partner.key) { return try rivals(of: row, rowID) }
            }
            return []
        }
    }

    /// Returns the rows that refer to a merged row through a one-to-one relationship although it
    /// does not refer to them, and the row itself if it refers to a row that does not refer back.
    private func rivals(of row: Row, _ rowID: RowID) throws -> [Referrer] {
        let reference = ObjectReference(row.layout, rowID)
        return try row.layout.toOneSlots.flatMap { slot -> [Referrer] in
            let found = try transaction.oneToOneReferrers(reference, slot)
            guard case .object(let partner) = row.values[slot] else { return found }
            let rivals = found.filter { $0.reference.key != partner.key }
            guard let inverse = row.layout.inverseSlot(slot), row.layout.destination(slot).kinds[inverse] == .toOne,
                rivals.count == found.count
            else { return rivals }
            return rivals + [Referrer(reference: reference, slot: slot)]
        }
    }

    /// Clears a to-one reference of a row that this transaction wrote, and returns the new row.
    private func clear(_ referrer: Referrer, _ row: Row) throws -> Row {
        guard row.layout.kinds[referrer.slot] == .toOne else { return row }
        var row = row
        row.values[referrer.slot] = .null
        try transaction.write(
            row.values, [referrer.slot], referrer.reference.rowID, version: row.version, transaction.table(row.layout))
        return row
    }
}

extension EntityLayout {
    /// Whether a slot is one end of a one-to-one relationship.
    fileprivate func isOneToOne(_ slot: Int) -> Bool {
        kinds[slot] == .toOne && inverseSlot(slot).map { destination(slot).kinds[$0] } == .toOne
    }
}
