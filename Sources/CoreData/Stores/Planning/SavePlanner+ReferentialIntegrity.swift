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
// After a conflict that the merge policy resolved, and after an insertion that became an existing
// row, both ends of a one-to-one relationship must refer to each other. Example: this save related
// `a` to `b`, and another writer related `c` to `b`. Both `a` and `c` refer to `b`, which refers to
// one of them. The reference of the other becomes nil (`rivals`).
//
// The members of a one-to-many relationship store it, so the row of an owner never has to be
// corrected. But contexts have lists of members that they have read, and a cascade follows them. So
// an owner that loses or gains a member counts as updated, as if its list had been changed. Usually
// the context has changed it. It has not if it did not know of the owner: the stored row of a
// conflict, or of a unique value, has another one than the object (`recordMove`).
//
// Corrected rows are of two kinds. A row that this transaction wrote already has its new version
// and its entry in the history. So only its reference is cleared (`clear`), both in the store and in
// the save's outcome, from which the context reads the saved values. Any other row gets a new
// version and counts as updated (`clearReferences`): otherwise caches would keep the old reference,
// and a context that read the row before would write it back without a conflict. The context that
// saves gets these rows with the outcome, too, as by a merge.
extension SavePlanner {
    /// Records the owners that lose and gain an object as a member by a change of its references.
    ///
    /// - Parameters:
    ///   - before: The stored values before the change; nil if there were none.
    ///   - after: The values after it; nil if the row is deleted.
    ///   - isKnown: Whether the context had read the values before. Then it has changed the members of
    ///     the owners as the store has.
    mutating func recordMove(
        of layout: EntityLayout, _ slots: [Int], before: RowValues?, after: RowValues?, isKnown: Bool = false
    ) {
        for slot in slots where layout.kinds[slot] == .toOne {
            let (former, new) = (before?[slot] ?? .null, after?[slot] ?? .null)
            guard former != new, let inverse = ownerSlots(of: layout)[slot] else { continue }
            for case .object(let owner) in isKnown ? [former] : [former, new] {
                owners[owner, default: []].insert(inverse)
                if !isKnown { outcome.outdatedMembers[owner, default: []].insert(inverse) }
            }
        }
    }

    /// Returns the slots of an entity's to-one relationships to owners, with the slots of the inverses.
    mutating func ownerSlots(of layout: EntityLayout) -> [Int: Int] {
        if let known = knownOwnerSlots[ObjectIdentifier(layout)] { return known }
        var slots: [Int: Int] = [:]
        for slot in layout.toOneSlots { slots[slot] = layout.ownersInverse(slot) }
        knownOwnerSlots[ObjectIdentifier(layout)] = slots
        return slots
    }

    /// Clears the references to the rows that a save deleted, and the inconsistent ends of
    /// one-to-one relationships of the rows that it merged. Lets owners whose members have changed
    /// count as updated.
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
        for (reference, _) in outcome.displaced where deleted.insert(reference.key).inserted {
            referrers += try transaction.release(reference)
        }
        for (update, result) in zip(request.updates, outcome.updates) {
            // Written, with the members that the context has.
            if !owners.isEmpty, !update.relationships.isEmpty, case .saved = result {
                owners[ObjectReference(update.layout, update.rowID)] = nil
            }
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
        for owner in owners.keys where deleted.contains(owner.key) { owners[owner] = nil }
        guard !referrers.isEmpty || !owners.isEmpty else { return }

        // Rows that a merge policy left as they were are in the request, but they have neither a
        // new version nor an entry in the history.
        let written = transaction.writtenKeys
        var updates: [RowKey: Int] = [:]
        for (index, update) in request.updates.enumerated() { updates[RowKey(update.layout, update.rowID)] = index }
        // Several insertions may have become one row.
        var insertions: [RowKey: [Int]] = [:]
        for (index, insertion) in outcome.insertions.enumerated() {
            insertions[RowKey(insertion.row.layout, insertion.rowID), default: []].append(index)
        }
        var others: [ObjectReference: Set<Int>] = [:]
        for referrer in referrers {
            let key = referrer.reference.key
            if referrer.reference.layout.kinds[referrer.slot].isToMany {
                outcome.outdatedMembers[referrer.reference, default: []].insert(referrer.slot)
            }
            let update = updates[key]
            let row = update.flatMap { outcome.updates[$0].row } ?? insertions[key]?.last.map { outcome.insertions[$0].row }
            guard written.contains(key), let row else {
                others[referrer.reference, default: []].insert(referrer.slot)
                continue
            }
            setRow(try clear(referrer, row), update, insertions[key])
        }
        for (owner, slots) in owners {
            if written.contains(owner.key) {
                outcome.outdatedMembers[owner, default: []].formUnion(slots)
                continue
            }
            // With the owner's own entity; none if another writer has deleted it.
            for owner in try transaction.references(to: [owner.rowID], transaction.table(owner.layout)) {
                others[owner, default: []].formUnion(slots)
            }
        }
        for (reference, slots) in others {
            try transaction.clearReferences(of: reference, slots.sorted())
            guard let row = try transaction.row(reference.rowID, transaction.table(reference.layout)) else { continue }
            let (update, inserted) = (updates[reference.key], insertions[reference.key])
            if let index = kept[reference.key] { outcome.deletions[index] = .kept(row) }
            setRow(row, update, inserted)
            if kept[reference.key] == nil, update == nil, inserted == nil { outcome.alsoUpdated.append((reference, row)) }
        }
    }

    /// Sets the row that the outcome has of an update, and of insertions.
    private mutating func setRow(_ row: Row, _ update: Int?, _ insertions: [Int]?) {
        if let update { outcome.updates[update].row = row }
        for index in insertions ?? [] { outcome.insertions[index].row = row }
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
    /// relationship, too, and those of rows that insertions became: these had other ends before.
    ///
    /// Example: another writer deletes the row at the other end, so that the context cannot change
    /// it, and a third writer inserts it again.
    private func rivalsOfInsertions() throws -> [Referrer] {
        var written: Set<RowKey>?
        var slots: [ObjectIdentifier: [Int]] = [:]
        return try zip(outcome.insertions, destinations.assigned).flatMap { insertion, assigned -> [Referrer] in
            let (rowID, row) = insertion
            let layout = row.layout
            if layout.toOneSlots.isEmpty { return [] }
            let known = slots[ObjectIdentifier(layout)] ?? layout.toOneSlots.filter(layout.isOneToOne)
            slots[ObjectIdentifier(layout)] = known
            if known.isEmpty { return [] }
            if rowID != assigned { return try rivals(of: row, rowID) }
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
