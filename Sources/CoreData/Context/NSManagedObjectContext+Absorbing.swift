internal import StrataPredicates

// A child's save: its changes become unsaved changes of the parent
//
// The child sends the same `SaveRequest` that a store would get, and the parent returns a
// `SaveOutcome` like a store's; but nothing is written, rows keep their versions, and new objects
// keep their temporary IDs until the root context saves. The request is applied on the parent's
// queue:
//
// 1. All conflicts are resolved first, so that a failed save changes nothing. Unsaved changes have
//    no row versions, so values are compared: a property is in conflict if the child changed it,
//    and the parent's value is neither the one that the child read nor the one that it sets.
// 2. Insertions register new objects under the child's temporary IDs. Their relationships are set
//    after all of them exist.
// 3. Deletions, updates and changed members are applied as if the app had made them: they notify
//    observers and update inverse relationships.
// 4. The outcome returns the parent's rows after the save. Delete rules and inverses may have
//    changed them further.
//
// The invariant: after its save, a child's committed rows are the parent's current ones, under the
// IDs that the parent uses.
extension NSManagedObjectContext {
    /// Applies the changes that a child saves to this context. Nothing is written to the store.
    ///
    /// The child's merge policy resolves conflicts. Under the error policy the first conflict is
    /// thrown as a `SaveConflict`, and nothing is applied.
    func absorb(_ request: SaveRequest) throws -> SaveOutcome {
        publishPendingChanges()
        let policy = request.mergePolicy
        var outcome = SaveOutcome()
        outcome.changes.knowsRelationships = false
        let deletions = try request.deletions.enumerated().map { try conflict(of: $1, $0, policy) }
        let updates = try request.updates.enumerated().map { try resolved($1, $0, policy) }
        // What cannot be read has to be known before anything is applied.
        let read = try readChanged(request, updates)
        defer { withExtendedLifetime(read) {} }
        // Insertions come first, since the other changes may refer to them.
        let inserted = request.insertions.map(absorb)
        for (object, insertion) in zip(inserted, request.insertions) {
            for slot in insertion.layout.toOneSlots { relate(object, at: slot, insertion.values[slot]) }
        }
        for (deletion, kept) in zip(request.deletions, deletions) {
            if let kept {
                outcome.deletions.append(.kept(kept))
            } else {
                absorb(deletion)
                outcome.deletions.append(.done)
                outcome.changes.record(.deleted, deletion.layout.entity, permanentIDs.current(deletion.rowID))
            }
        }
        for update in updates {
            if let update { absorb(update) }
        }
        for change in request.memberChanges { absorb(change) }
        publishPendingChanges()

        for (update, resolved) in zip(request.updates, updates) {
            let rowID = permanentIDs.current(update.rowID)
            guard resolved != nil, let row = try currentRows(update.layout, [rowID])[rowID] else {
                outcome.updates.append(.gone)
                continue
            }
            outcome.updates.append(.saved(row))
            outcome.changes.record(.updated, update.layout.entity, rowID)
        }
        for object in inserted {
            guard let row = object.row else { continue }
            outcome.insertions.append((object.rowID, row))
            outcome.changes.record(.inserted, object.entity, object.rowID)
        }
        return outcome
    }

    // MARK: Conflicts

    /// Returns the row if the merge policy keeps it in spite of a child's deletion; nil if the
    /// object is to be deleted.
    private func conflict(of deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy) throws -> Row? {
        let rowID = permanentIDs.current(deletion.rowID)
        // The transient values are the child's own.
        guard let row = try currentRows(deletion.layout, [rowID])[rowID],
            row.values.differences(from: current(deletion.read.values, deletion.layout))
                .contains(where: { !deletion.layout.properties[$0].isTransient })
        else { return nil }
        switch policy.mergeType {
        case .errorMergePolicyType: throw SaveConflict.deletion(index, stored: row)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return row
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: return nil
        }
    }

    /// Returns a child's update as resolved by the merge policy; nil if the object was deleted in
    /// this context and stays deleted.
    private func resolved(_ update: SaveRequest.Update, _ index: Int, _ policy: NSMergePolicy) throws -> SaveRequest.Update? {
        let rowID = permanentIDs.current(update.rowID)
        guard let row = try currentRows(update.layout, [rowID])[rowID] else {
            if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: nil) }
            return nil
        }
        var update = update
        update.read.values = current(update.read.values, update.layout)
        update.values = current(update.values, update.layout)
        let contested = update.changed.filter {
            row.values[$0] != update.read.values[$0] && row.values[$0] != update.values[$0]
                && !update.layout.properties[$0].isTransient
        }
        if contested.isEmpty { return update }
        if policy.mergeType == .errorMergePolicyType { throw SaveConflict.update(index, stored: row) }
        update.resolve(row, policy.mergeType)
        return update
    }

    // MARK: Changes

    /// Reads the objects and the ordered members that a child has changed, and returns the objects.
    private func readChanged(_ request: SaveRequest, _ updates: [SaveRequest.Update?]) throws -> [NSManagedObject] {
        func objects(_ changes: some Sequence<(EntityLayout, RowID)>) throws -> [NSManagedObject] {
            try changes.map { layout, rowID in
                let object = object(layout, permanentIDs.current(rowID), row: nil)
                if !object.isInaccessible { _ = try object.requireRow() }
                return object
            }
        }
        var read = try objects(updates.compactMap { update in update.map { ($0.layout, $0.rowID) } })
        read += try objects(request.deletions.map { ($0.layout, $0.rowID) })
        let new = Set(request.insertions.map(\.rowID))
        for change in request.memberChanges where change.changes.order != nil && !new.contains(change.rowID) {
            let object = object(change.layout, permanentIDs.current(change.rowID), row: nil)
            _ = try object.requireMembers(at: change.slot)
            read.append(object)
        }
        return read
    }

    private func absorb(_ insertion: SaveRequest.Insertion) -> NSManagedObject {
        let entity = insertion.layout.entity
        let object = entity.managedObjectClass.init(entity: entity, insertInto: nil)
        register(inserted: object, as: insertion.rowID)
        assignedStores[insertion.rowID] = insertion.store?.store
        for slot in insertion.layout.kinds.indices where insertion.layout.kinds[slot].isAttribute {
            object.row?.values[slot] = insertion.values[slot]
        }
        return object
    }

    private func absorb(_ update: SaveRequest.Update) {
        let object = object(update.layout, permanentIDs.current(update.rowID), row: nil)
        object.fireFault()
        object.recordChange()
        for slot in update.changed {
            if update.layout.kinds[slot] == .toOne {
                relate(object, at: slot, update.values[slot])
            } else {
                object.row?.values[slot] = update.values[slot]
            }
        }
    }

    /// Sets a to-one relationship and its inverse. Sets nil if the related object is deleted in
    /// this context.
    private func relate(_ object: NSManagedObject, at slot: Int, _ value: Value) {
        guard case .object(let reference) = value else { return object.setRelated(nil, at: slot) }
        let other = related(current(reference))
        object.setRelated(other?.isDeleted == true ? nil : other, at: slot)
    }

    private func absorb(_ deletion: SaveRequest.Deletion) {
        let object = object(deletion.layout, permanentIDs.current(deletion.rowID), row: nil)
        object.fireFault()
        guard !object.isDeleted, !object.isInaccessible else { return }
        markDeleted(object)
    }

    private func absorb(_ change: SaveRequest.MemberChange) {
        let object = object(change.layout, permanentIDs.current(change.rowID), row: nil)
        guard !object.isDeleted else { return }
        let changes = change.changes
        // If the inverse is a to-one relationship, the changes of the members themselves have
        // updated this relationship already.
        if object.layout.inverseSlot(change.slot).map({ object.layout.destination(change.slot).kinds[$0] }) != .toOne {
            for reference in changes.removed.map(current) { object.edit(.remove(reference), at: change.slot) }
            for reference in changes.added.map(current) where related(reference)?.isDeleted == false {
                object.edit(.add(reference), at: change.slot)
            }
        }
        guard let order = changes.order?.map(current) else { return }
        // Members that the child does not know are placed after its own.
        let members = object.members(at: change.slot)
        let known = Set(order)
        let sorted = order.filter(members.contains) + members.references.filter { !known.contains($0) }
        if sorted != Array(members.references) { object.edit(.replace(ReferenceList(sorted, isOrdered: true)), at: change.slot) }
    }

    private func current(_ reference: ObjectReference) -> ObjectReference {
        ObjectReference(reference.layout, permanentIDs.current(reference.rowID))
    }

    /// Returns a child's values with permanent IDs in place of the temporary IDs they have replaced
    /// since the child made its request.
    private func current(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        guard permanentIDs.count > 0 else { return values }
        var values = values
        for slot in layout.toOneSlots {
            if case .object(let reference) = values[slot], reference.rowID.isTemporary {
                values[slot] = .object(current(reference))
            }
        }
        return values
    }
}
