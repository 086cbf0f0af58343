internal import StrataPredicates

// # Objects whose rows cannot be read
//
// A fault reads its row when a property is accessed, and a property cannot throw. If the read
// fails, because the disk or the file is damaged, or no descriptor is free, the object is
// *unreadable*: it stays a fault without a row, and its properties read as nil, zero or empty. The
// next access reads again. A row that cannot be read is not a row that is missing: the object is
// neither deleted nor inaccessible.
//
// The app can change such an object. Its row is not known, so the changes are kept as a list:
//
//     quake.magnitude             0: the read has failed
//     quake.magnitude = 6         kept; reads as 6 from now on
//     quake.place                 nil
//     try context.save()          throws: the row still cannot be read
//     quake.place                 "Napa": the read succeeds, and the list is applied to the row
//     try context.save()          writes the magnitude
//
// When the row is read, it becomes the snapshot, and the list is applied on top of it as tracked
// changes. A to-one relationship that was set has updated its new destination at once. Its stored
// destination is known only now, and loses this object then. But objects that were read may show
// this one, and both sides of a relationship agree in a context: they lose it at once
// (`leaveFormer(at:)`). Members that are read later are without it, too (`removeMoved(from:at:)`).
//
// Invariant: nothing is written for an object whose row was not read. So a save never replaces
// values that were never read.

/// A change of an object whose row is not known.
enum UnreadEdit {
    case write(Int, Value)
    /// Clears a to-one relationship if it refers to an object that no longer refers to this one.
    case clear(Int, ObjectReference)

    fileprivate var slot: Int {
        switch self {
        case .write(let slot, _), .clear(let slot, _): slot
        }
    }
}

extension NSManagedObject {
    /// Whether the object has no row because it could not be read.
    final var isUnread: Bool { state.contains(.unreadable) && row == nil }

    /// Whether the object has no values of its own, because its row is gone or could not be read.
    final var lacksValues: Bool { !state.isDisjoint(with: [.inaccessible, .unreadable]) }

    /// Records that the row could not be read.
    final func becomeUnreadable(_ error: any Error) {
        state.insert(.unreadable)
        managedObjectContext?.recordFailedRead(error)
    }

    /// Gives a fault its row. Applies the changes that were waiting for it. Does nothing if the
    /// object is no longer a fault.
    final func provide(_ row: consuming Row) {
        guard isFault else { return }
        take(consume row)
        guard state.contains(.unreadable) else { return }
        if hasChanges || !unreadEdits.isEmpty {
            fireFault()
        } else {
            becomeReadable()
        }
    }

    /// Returns the current values, and reads them if the object is a fault. Throws the error of a
    /// store that cannot be read.
    final func requireRow() throws -> Row {
        if isFault {
            do {
                try loadValues()
            } catch {
                becomeUnreadable(error)
                throw error
            }
        }
        return currentRow
    }

    /// Forgets that the row could not be read, and the changes that wait for it.
    final func forgetUnread() {
        guard state.contains(.unreadable) else { return }
        state.remove(.unreadable)
        unreadEdits = []
    }

    // MARK: Waiting changes

    final func keepUnread(_ edit: UnreadEdit) {
        if isUnread { unreadEdits.append(edit) }
    }

    /// Returns the value that was set since the row could not be read; null if there is none.
    final func unreadValue(at slot: Int) -> Value {
        guard isUnread else { return .null }
        for case .write(slot, let value) in unreadEdits.reversed() { return value }
        return .null
    }

    /// Whether a property was set since the row could not be read.
    private func isWritten(_ slot: Int) -> Bool {
        unreadEdits.contains { edit in if case .write(slot, _) = edit { true } else { false } }
    }

    /// Whether a to-one relationship was set since the row could not be read, and refers to another
    /// object than this one, which may still show it.
    final func hasLeft(_ other: NSManagedObject, at slot: Int) -> Bool {
        isUnread && isWritten(slot) && unreadValue(at: slot) != .object(other.reference)
    }

    /// Sets a to-one relationship of an object whose row is unknown.
    final func writeUnread(_ value: Value, at slot: Int) {
        let isFirst = !isWritten(slot)
        recordChange()
        keepUnread(.write(slot, value))
        if isFirst { leaveFormer(at: slot) }
    }

    /// Removes this object from those that refer to it by the inverse of a to-one relationship that was
    /// set, as far as they were read. The stored destination is unknown, but it may be among them.
    /// O(registered objects).
    final func leaveFormer(at slot: Int) {
        guard let managedObjectContext, let inverse = layout.inverseSlot(slot) else { return }
        let destination = layout.destination(slot)
        for object in managedObjectContext.registry.living where object.layout.isKind(of: destination) {
            guard !object.isInaccessible, object.shows(self, at: inverse), hasLeft(object, at: slot) else { continue }
            object.removeInverse(self, at: inverse)
        }
    }

    /// Whether a relationship refers to an object, as far as it was read.
    private func shows(_ other: NSManagedObject, at slot: Int) -> Bool {
        guard layout.kinds[slot].isToMany else {
            return (row?.values[slot] ?? unreadValue(at: slot)) == .object(other.reference)
        }
        guard hasRelated, let related = related[slot], !related.isFault else { return false }
        return related.members.contains(other.reference)
    }

    /// The slots of the waiting changes, ascending.
    final var unreadSlots: [Int] { Set(unreadEdits.map(\.slot)).sorted() }

    /// Removes the reference to an object that no longer refers to this one, whose row is unknown.
    final func clearUnread(_ reference: ObjectReference, at slot: Int) {
        recordChange()
        if !isWritten(slot) {
            keepUnread(.clear(slot, reference))
        } else if case .object(reference) = unreadValue(at: slot) {
            keepUnread(.write(slot, .null))
        }
    }

    /// Applies the waiting changes to the row, which was read. The object is loaded if there are
    /// any.
    final func becomeReadable() {
        state.remove(.unreadable)
        let edits = unreadEdits
        unreadEdits = []
        guard let context = managedObjectContext else { return }
        context.recordRecovery(of: self)
        guard !isInaccessible, let stored = row, hasChanges || !edits.isEmpty else { return }
        if hasChanges {
            if snapshot == nil { snapshot = stored }
            context.addUnprocessed(self)
        }
        for edit in edits {
            switch edit {
            case .write(let slot, let value): row?.values[slot] = value
            case .clear(let slot, let reference):
                if row?.values[slot] == .object(reference) { row?.values[slot] = .null }
            }
        }
        for slot in Set(edits.map(\.slot)).sorted() where layout.kinds[slot] == .toOne {
            guard case .object(let former) = stored.values[slot], row?.values[slot] != .object(former),
                let inverse = layout.inverseSlot(slot)
            else { continue }
            // Has no effect on an object that has removed this one already.
            object(former)?.removeInverse(self, at: inverse)
        }
    }
}
