internal import StrataPredicates

// Withdrawing a deletion
//
// `delete(_:)` only marks an object; its delete rules are applied when the event ends. Until then
// the other sides of its relationships are as the app has left them, so that nothing has to be
// restored. Afterwards they no longer refer to the object, while its own row and members still
// refer to them: each of them is related again.
//
// SwiftData's `insert(_:)` also discards the object's unsaved changes. Those of its relationships
// are on the other sides, too, whose rows and members are not read again. So they are taken back as
// changes of the app, by the methods that keep both sides in agreement, while the object's values
// are in memory: the store may fail when they are read again. What the object cannot have again,
// since it was deleted or belongs to another object by now, leaves its stored values afterwards.
extension NSManagedObjectContext {
    /// A change of one side of a relationship.
    private typealias SideEdit = (slot: Int, edit: RelatedObjects.Edit)

    /// Withdraws a deletion that is not saved, and relates the object again on the other sides of its
    /// relationships. What Cascade has deleted stays deleted.
    func withdrawDeletion(of object: NSManagedObject) {
        let wasPropagated = object.state.contains(.propagated)
        undelete(object)
        if wasPropagated { restoreInverses(of: object) }
    }

    /// Withdraws a deletion that is not saved, as `insert(_:)` does, but discards the object's unsaved
    /// changes: it has its stored values again, and its related objects refer to it as stored.
    ///
    /// With an undo manager, the changes before the withdrawal are registered first, since the values
    /// that are read again are none of this context. That ends the event, which must neither apply the
    /// rules of this deletion, nor come between the withdrawal and what it restores elsewhere.
    package func withdrawDeletionAndChanges(of object: NSManagedObject) {
        let wasPropagated = object.state.contains(.propagated)
        if wasPropagated { recordUndo(beforeRefreshing: object) }
        if object.state.contains(.deleted), !object.isInaccessible { undelete(object) }
        var edits: [SideEdit] = []
        if wasPropagated || object.hasChangedRelationships, isKnownToExist(object) {
            edits = takeBackRelationships(of: object)
            if wasPropagated { edits += restoreInverses(of: object) }
            forgetUnchanged()
        }
        if !wasPropagated { recordUndo(beforeRefreshing: object) }
        discardChanges(of: object)
        for (slot, edit) in edits { change(object, edit, at: slot) }
    }

    /// Whether an object's row exists, as far as the context can know: false if it was deleted
    /// elsewhere, and true if the store cannot be read.
    private func isKnownToExist(_ object: NSManagedObject) -> Bool {
        guard object.managedObjectContext === self, !object.isDeleted else { return false }
        do {
            return try readRow(object.objectID) != nil && !object.isDeleted
        } catch {
            recordFailedRead(error)
            return true
        }
    }

    /// Changes one side of a relationship only. A to-one relationship is only cleared, if it refers to
    /// what the edit removes.
    private func change(_ object: NSManagedObject, _ edit: RelatedObjects.Edit, at slot: Int) {
        if object.layout.kinds[slot].isToMany { return object.edit(edit, at: slot) }
        guard case .remove(let reference) = edit else { return }
        if object.reference(at: slot) == reference {
            object.write(.null, at: slot)
        } else if object.isUnread {
            object.clearUnread(reference, at: slot)
        }
    }

    // MARK: Unsaved changes

    /// Takes the unsaved changes of an object's relationships back, on both sides. Returns what has to
    /// change in its stored values, so that they agree with the other sides. Omits relationships
    /// without an inverse, which have no other side.
    private func takeBackRelationships(of object: NSManagedObject) -> [SideEdit] {
        object.fireFault()
        let (layout, stored) = (object.layout, object.committedRow)
        var edits: [SideEdit] = []
        for slot in object.changedSlots where layout.kinds[slot] == .toOne && layout.inverseSlot(slot) != nil {
            guard case .object(let reference) = stored.values[slot] else {
                object.setRelated(nil, at: slot)
                continue
            }
            let former = related(reference)
            let isRestored = canRelate(object, to: former, at: slot)
            if isRestored == false { edits.append((slot, .remove(reference))) }
            object.setRelated(isRestored == true ? former : nil, at: slot)
        }
        for slot in object.changedMemberSlots where layout.inverseSlot(slot) != nil {
            edits += takeBackMembers(of: object, at: slot)
        }
        return edits
    }

    private func takeBackMembers(of object: NSManagedObject, at slot: Int) -> [SideEdit] {
        guard let related = readMembers(of: object, at: slot) else {
            // The stored members are unknown, so both sides keep what was changed. An order was not read.
            guard object.layout.kinds[slot] == .toMany else { return [] }
            let changes = object.relatedObjects(at: slot).changes
            return changes.removed.map { (slot, .remove($0)) } + changes.added.map { (slot, .add($0)) }
        }
        let (changes, owner) = (related.changes, object.layout.toOneInverse(slot))
        var edits: [SideEdit] = []
        for reference in changes.added {
            guard let member = self.related(reference), isPresent(member) else { continue }
            let former = owner.flatMap { formerOwner(of: member, at: $0) }
            if former == nil, let owner, !member.layout.relationship(owner).isOptional {
                // It can have no other owner.
                edits.append((slot, .add(reference)))
                continue
            }
            object.remove(member, at: slot)
            if let owner, let former { member.setRelated(former, at: owner) }
        }
        for reference in changes.removed {
            let member = self.related(reference)
            switch canRelate(object, to: member, at: slot) {
            case true?: if let member { object.add(member, at: slot) }
            case false?: edits.append((slot, .remove(reference)))
            case nil: break
            }
        }
        return edits
    }

    /// Returns the owner that a member has in the store; nil if there is none, or not any more.
    private func formerOwner(of member: NSManagedObject, at slot: Int) -> NSManagedObject? {
        guard !member.isInserted, case .object(let reference) = member.committedRow.values[slot],
            let owner = related(reference), isPresent(owner)
        else { return nil }
        return owner
    }

    // MARK: Delete rules

    /// Relates an object again on the other sides of its relationships, which delete rules have
    /// changed. Objects that were deleted, or have another owner by now, leave this side. Returns these
    /// edits.
    @discardableResult
    private func restoreInverses(of object: NSManagedObject) -> [SideEdit] {
        (object.layout.toOneSlots + object.layout.toManySlots).flatMap { restoreInverse(of: object, at: $0) }
    }

    private func restoreInverse(of object: NSManagedObject, at slot: Int) -> [SideEdit] {
        let isToMany = object.layout.kinds[slot].isToMany
        let references = isToMany ? Array(object.members(at: slot).references) : [object.reference(at: slot)].compactMap(\.self)
        var edits: [SideEdit] = []
        for reference in references {
            // nil for a new object that was deleted, and has left the context.
            let other = related(reference)
            let inverse = object.layout.inverseSlot(slot)
            if other != nil, inverse == nil { continue }
            switch canRelate(object, to: other, at: slot) {
            case true?: if let other, let inverse { other.addInverse(object, at: inverse) }
            case false?: edits.append((slot, .remove(reference)))
            // One that cannot be read stays.
            case nil: break
            }
        }
        for (slot, edit) in edits { change(object, edit, at: slot) }
        return edits
    }

    /// Whether an object can be related again to one that it was related to: false if that was deleted,
    /// or has another owner by now, and nil if that cannot be read.
    private func canRelate(_ object: NSManagedObject, to other: NSManagedObject?, at slot: Int) -> Bool? {
        guard let other else { return false }
        if isPresent(other) { return !isTaken(other, from: object, at: slot) }
        return other.isDeleted ? false : nil
    }

    /// Whether the other side of a relationship refers to a third object by now, unless this side needs
    /// its destination.
    private func isTaken(_ other: NSManagedObject, from object: NSManagedObject, at slot: Int) -> Bool {
        let layout = object.layout
        guard let inverse = layout.toOneInverse(slot), layout.kinds[slot].isToMany || layout.relationship(slot).isOptional
        else { return false }
        return isTakenMember(other, of: object, at: inverse)
    }
}

extension NSManagedObject {
    /// Whether a relationship has unsaved changes.
    fileprivate final var hasChangedRelationships: Bool {
        hasChangedMembers || changedSlots.contains { layout.kinds[$0] == .toOne }
    }
}
