internal import StrataPredicates

// Applying records
//
// Deleted objects return first, because relationships refer to them. Then come values and
// relationships, by the methods that keep both sides in agreement. The order does not matter, as
// long as all pairs are restored: a pair of the former state never breaks another one of it. The
// positions in ordered relationships follow, when the members are complete. Inserted objects are
// deleted last, when nothing of the former state refers to them.
//
// An object that others have deleted is left out. A reference to it becomes nil, or stays as it is
// if it must not be nil. `ReversibleRecords` leaves out what else others have changed meanwhile.
extension NSManagedObjectContext {
    /// Restores the values of records, as changes of the app.
    func reverse(_ records: [UndoRecord]) {
        for record in records where record.kind == .deletion { restore(record.object) }
        let present = records.filter { isPresent($0.object) }
        let reversible = ReversibleRecords(present, in: self)
        let kept = reversible.changes
        for record in kept { reverseValues(record, reversible) }
        for record in kept { reverseMembers(record) }
        for record in kept { reverseOrder(record) }
        for record in kept {
            record.object.awake(fromSnapshotEvents: record.kind == .deletion ? .undoDeletion : .undoUpdate)
        }
        for object in reversible.insertions where isPresent(object) {
            withdraw(object)
            object.awake(fromSnapshotEvents: .undoInsertion)
        }
        forgetUnchanged()
    }

    /// Forgets that objects were changed that have their saved values again, so that a context whose
    /// changes were all undone has none.
    func forgetUnchanged() {
        for object in unprocessed.map(\.object) where object.isUpdated && !object.isDeleted {
            guard !object.hasTrackedChanges else { continue }
            updated.remove(object)
            object.snapshot = nil
            object.state.remove(.updated)
            object._didLoseChanges()
        }
    }

    /// Whether an object can be changed: it is in the context, and its row exists as far as the context
    /// can know. Reads the row of a fault.
    func isPresent(_ object: NSManagedObject) -> Bool {
        guard object.managedObjectContext === self, !object.isDeleted else { return false }
        if object.isFault {
            // Ignored: an object that cannot be read cannot be changed, and must not end the process.
            if object.row == nil, let row = try? readRow(object.objectID) { object.provide(row) }
            guard object.row != nil else { return false }
            object.fireFault()
        }
        return !object.isDeleted
    }

    // MARK: Objects

    /// Withdraws the deletion of an object, or inserts it again if the deletion was saved.
    private func restore(_ object: NSManagedObject) {
        if object.managedObjectContext === self {
            if object.state.contains(.deleted), !object.isInaccessible { undelete(object) }
        } else if object.managedObjectContext == nil, object.row != nil {
            insertAgain(object)
        }
    }

    /// Withdraws a deletion that is not saved. The object keeps its unsaved changes.
    func undelete(_ object: NSManagedObject) {
        object.publisher?.send()
        addUnprocessed(object)
        object.state.remove([.deleted, .updated])
        forgetDeferredDeletion(of: object)
        if object.isInserted {
            inserted.insert(object)
        } else {
            deleted.remove(object)
            // The row of an object that cannot be read is no snapshot yet.
            guard object.snapshot != nil || !object.unreadEdits.isEmpty || object.hasChangedMembers else { return }
            object.state.insert(.updated)
            updated.insert(object)
        }
    }

    /// Inserts an object whose deletion was saved, or that was deleted without having been saved. It
    /// has its former ID, unless that is in use, or a parent context may know it.
    private func insertAgain(_ object: NSManagedObject) {
        guard let row = object.row else { return }
        let isFree = object.rowID != .none && registry[object.key] == nil
        let canKeepID = parent == nil && isFree && (object.rowID.isTemporary || store(of: object.rowID) != nil)
        let rowID = canKeepID ? object.rowID : NSManagedObjectID.nextTemporaryRowID()
        object.publisher?.send()
        object.forgetRelated()
        // The relationships are set with their other sides.
        var values = row.values
        for slot in object.layout.toOneSlots { values[slot] = .null }
        object.row = Row(layout: object.layout, values: values, version: 0)
        object.state.insert(.loaded)
        register(inserted: object, as: rowID)
    }

    /// Deletes an object whose insertion is undone.
    private func withdraw(_ object: NSManagedObject) {
        let layout = object.layout
        // Not left to the delete rules: No Action would keep the other sides, and Cascade would delete
        // objects that are no part of the insertion.
        for slot in layout.toOneSlots where object.reference(at: slot) != nil {
            if layout.inverseSlot(slot) != nil || layout.cascades(slot) { object.setRelated(nil, at: slot) }
        }
        for slot in layout.toManySlots where layout.cascades(slot) && layout.toOneInverse(slot) == nil {
            guard let members = readMembers(of: object, at: slot)?.members, !members.references.isEmpty else { continue }
            object.edit(.replace(ReferenceList([], isOrdered: members.isOrdered)), at: slot)
        }
        markDeleted(object)
    }

    // MARK: Values

    private func reverseValues(_ record: UndoRecord, _ reversible: ReversibleRecords) {
        let object = record.object
        for (slot, value) in record.values where object.read(slot) != value { object.write(value, at: slot) }
        for destination in record.destinations {
            let slot = destination.slot
            guard let former = destination.former else {
                if object.reference(at: slot) != nil { object.setRelated(nil, at: slot) }
                continue
            }
            if !isPresent(former) || reversible.isTaken(former, by: object, at: slot) {
                if object.layout.relationship(slot).isOptional { object.setRelated(nil, at: slot) }
            } else if object.reference(at: slot) != former.reference {
                object.setRelated(former, at: slot)
            } else if record.kind == .deletion, let inverse = object.layout.inverseSlot(slot) {
                // The delete rule has changed the other side only.
                former.addInverse(object, at: inverse)
            }
        }
    }

    private func reverseMembers(_ record: UndoRecord) {
        let object = record.object
        for change in record.members {
            let owner = object.layout.toOneInverse(change.slot)
            // The records of the members have done this.
            if owner != nil, record.kind == .change { continue }
            guard let related = readMembers(of: object, at: change.slot) else { continue }
            for member in change.added where related.members.contains(member.reference) { object.remove(member, at: change.slot) }
            for member in change.removed where isPresent(member) {
                if let owner, isTakenMember(member, of: object, at: owner) { continue }
                if !related.members.contains(member.reference) {
                    object.add(member, at: change.slot)
                } else if record.kind == .deletion, let inverse = object.layout.inverseSlot(change.slot) {
                    member.addInverse(object, at: inverse)
                }
            }
        }
    }

    /// Whether a member of a deleted object has another owner by now.
    func isTakenMember(_ member: NSManagedObject, of object: NSManagedObject, at slot: Int) -> Bool {
        guard let owner = member.reference(at: slot), owner != object.reference else { return false }
        return related(owner).map(isPresent) ?? false
    }

    /// Restores the positions of an ordered relationship. Members that were not there are behind the
    /// others.
    private func reverseOrder(_ record: UndoRecord) {
        for change in record.members {
            guard let order = change.order, let related = readMembers(of: record.object, at: change.slot) else { continue }
            let members = related.members
            let former = order.map(\.reference).filter(members.contains)
            let known = Set(former)
            let sorted = former + members.references.filter { !known.contains($0) }
            guard sorted != Array(members.references) else { continue }
            record.object.edit(.replace(ReferenceList(sorted, isOrdered: true)), at: change.slot)
        }
    }
}
