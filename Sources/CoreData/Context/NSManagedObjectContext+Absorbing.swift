internal import Predicates

// A child's save: its changes become unsaved changes of the parent.
extension NSManagedObjectContext {
    /// Takes over what a child saves. Nothing is written, and new objects stay temporary until the root context saves.
    ///
    /// The child's merge policy settles what both changed: a property that the child changed and that is not here what the child
    /// read. Under the error policy that is thrown as a `SaveConflict`, and nothing is taken over.
    func absorb(_ request: SaveRequest) throws -> SaveOutcome {
        processPendingChanges()
        let policy = request.mergePolicy
        var outcome = SaveOutcome()
        outcome.changes.knowsRelationships = false
        let deletions = try request.deletions.enumerated().map { try conflict(of: $1, $0, policy) }
        let updates = try request.updates.enumerated().map { try settled($1, $0, policy) }
        // New objects come first, for the others may refer to them.
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
                outcome.changes.note(.deleted, deletion.layout.entity, permanentNumbers.current(deletion.number))
            }
        }
        for update in updates {
            if let update { absorb(update) }
        }
        for change in request.memberChanges { absorb(change) }
        processPendingChanges()

        for (update, settled) in zip(request.updates, updates) {
            let number = permanentNumbers.current(update.number)
            guard settled != nil, let row = try currentRows(update.layout, [number])[number] else {
                outcome.updates.append(.gone)
                continue
            }
            outcome.updates.append(.saved(row))
            outcome.changes.note(.updated, update.layout.entity, number)
        }
        for object in inserted {
            guard let row = object.row else { continue }
            outcome.insertions.append((object.number, row))
            outcome.changes.note(.inserted, object.entity, object.number)
        }
        return outcome
    }

    // MARK: Conflicts

    /// The row that stays against a child's deletion, or nil where it is deleted.
    private func conflict(of deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy) throws -> Row? {
        let number = permanentNumbers.current(deletion.number)
        guard let row = try currentRows(deletion.layout, [number])[number],
            row.values != current(deletion.read.values, deletion.layout)
        else { return nil }
        switch policy.mergeType {
        case .errorMergePolicyType: throw SaveConflict.deletion(index, stored: row)
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return row
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: return nil
        }
    }

    /// A child's update as the merge policy lets it pass; nil where the object was deleted here and stays so.
    private func settled(_ update: SaveRequest.Update, _ index: Int, _ policy: NSMergePolicy) throws -> SaveRequest.Update? {
        let number = permanentNumbers.current(update.number)
        guard let row = try currentRows(update.layout, [number])[number] else {
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
        update.settle(row, policy.mergeType)
        return update
    }

    // MARK: Taking over

    private func absorb(_ insertion: SaveRequest.Insertion) -> NSManagedObject {
        let entity = insertion.layout.entity
        let object = entity.managedObjectClass.init(entity: entity, insertInto: nil)
        register(inserted: object, as: insertion.number)
        assignedStores[insertion.number] = insertion.store
        for slot in insertion.layout.kinds.indices where insertion.layout.kinds[slot].isAttribute {
            object.row?.values[slot] = insertion.values[slot]
        }
        return object
    }

    private func absorb(_ update: SaveRequest.Update) {
        let object = object(update.layout, permanentNumbers.current(update.number), row: nil)
        object.realise()
        object.noteChange()
        for slot in update.changed {
            if update.layout.kinds[slot] == .toOne {
                relate(object, at: slot, update.values[slot])
            } else {
                object.row?.values[slot] = update.values[slot]
            }
        }
    }

    /// Sets a to-one relationship and what leads back. One to an object that is deleted here refers to nothing.
    private func relate(_ object: NSManagedObject, at slot: Int, _ value: Value) {
        guard case .object(let reference) = value else { return object.setRelated(nil, at: slot) }
        let other = related(current(reference))
        object.setRelated(other?.isDeleted == true ? nil : other, at: slot)
    }

    private func absorb(_ deletion: SaveRequest.Deletion) {
        let object = object(deletion.layout, permanentNumbers.current(deletion.number), row: nil)
        object.realise()
        guard !object.isDeleted, !object.isInaccessible else { return }
        markDeleted(object)
    }

    private func absorb(_ change: SaveRequest.MemberChange) {
        let object = object(change.layout, permanentNumbers.current(change.number), row: nil)
        guard !object.isDeleted else { return }
        let changes = change.changes
        // Where the other side refers to one object only, its change has brought the members with it.
        if object.layout.inverseSlot(change.slot).map({ object.layout.destination(change.slot).kinds[$0] }) != .toOne {
            for reference in changes.removed.map(current) { object.edit(.remove(reference), at: change.slot) }
            for reference in changes.added.map(current) where related(reference)?.isDeleted == false {
                object.edit(.add(reference), at: change.slot)
            }
        }
        guard let order = changes.order?.map(current) else { return }
        // Members that only this context knows of stand behind the child's.
        let members = object.members(at: change.slot)
        let known = Set(order)
        let sorted = order.filter(members.contains) + members.references.filter { !known.contains($0) }
        if sorted != Array(members.references) { object.edit(.replace(sorted), at: change.slot) }
    }

    private func current(_ reference: ObjectReference) -> ObjectReference {
        ObjectReference(reference.layout, permanentNumbers.current(reference.number))
    }

    /// A child's values with the numbers that objects have by now: it may not have heard of them when it made its request.
    private func current(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        guard permanentNumbers.count > 0 else { return values }
        var values = values
        for slot in layout.toOneSlots {
            if case .object(let reference) = values[slot], reference.number < 0 { values[slot] = .object(current(reference)) }
        }
        return values
    }
}
