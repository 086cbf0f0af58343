internal import StrataPredicates
internal import StrataTraps

// To-many relationships and their members
//
// A to-many relationship has no value in its owner's row. In the store, the members refer to their
// owner by a foreign key, or a join table has a row for each pair. In memory, each relationship of
// each object that was read or changed has one `RelatedObjects`, in `NSManagedObject.related`. It
// is in one of two states:
//
// - A *fault*: the members were not read. Changes are queued as a list of edits. If the last
//   attempt to read the members failed, the fault is *unread*, and shows only what was queued.
// - Read: one list of the current members (`current`), and its differences from the members in the
//   store (`sinceSave`) and from those at the beginning of the event (`sinceEvent`). A difference
//   takes memory for the changes, not for the members.
//
// The life of one change, `quake.addToReports(report)`:
//
// 1. `NSManagedObject.add(_:at:)` checks that the two objects can be related, and edits the quake's
//    side: the quake is marked as updated, and the edit is applied to its `RelatedObjects`. A fault
//    queues it, so that adding to a relationship of a million members reads none of them. If the
//    members were read, both differences record the edit, and then the list changes.
// 2. The inverse follows: `report.addInverse(quake, at:)` sets the report's to-one relationship and
//    removes the report from its previous quake (`removeInverse(_:at:)`). These methods edit one
//    side only, so that the two sides do not update each other in turn.
// 3. The first read of the members fires the fault: one statement reads the store's members, and
//    `fire(_:)` applies the queued edits to them.
// 4. When the context processes its changes, the event ends and `sinceEvent` is dropped. Until then
//    `changedValuesForCurrentEvent()` reads the earlier members from it.
// 5. The save writes `changes`: the members added and removed and, for an ordered relationship, all
//    members in order, with the ranges of those that moved.
// 6. `commit(without:_:)` replaces the temporary IDs that the save made permanent, removes members
//    that were deleted, and clears the difference. In an unordered relationship, steps 1, 5 and 6
//    cost O(changes).
//
// Members are references (16 bytes) and not objects: an object is created only when the app reads
// it, and owner and members do not retain each other. Only `collection` and `primitive` retain
// objects: the sets last returned to the app, or prefetched members. A save, a reset and a change of
// the members release them.
//
// An ordered relationship differs in one respect. A difference can record members appended at the
// end; for any other edit it copies the earlier list, once, in O(members).
//
// Invariants: a difference records an edit *before* the list changes, because only the earlier list
// shows whether the edit changes anything. Otherwise a save would insert a join row that exists, or
// miss a removal. And both sides of a relationship always agree: only the methods of step 2,
// `edit(_:at:)` and `setPrimitiveValue(_:forKey:)` change one side alone. A relationship without an
// inverse has no other side. If a save or a merge moves a member to another owner there, the
// context turns the previous owner's members into a fault (`NSManagedObjectContext.forgetMembers`).
// If the store settles a conflict so that a member has another owner than the context gave it, the
// save turns the members of both into faults, and other contexts merge the owners
// (`SavePlanner.recordMove`).

/// The members of one to-many relationship of one object, as a fault or read, with their unsaved
/// changes.
final class RelatedObjects {
    /// A change of the members.
    enum Edit {
        case add(ObjectReference)
        case remove(ObjectReference)
        /// Replaces all members.
        case replace(ReferenceList)
    }

    /// Whether the members have not been read yet.
    private(set) var isFault = true
    /// Whether the last attempt to read the members failed. False if they were read since.
    var isUnread = false
    /// The current members; empty for a fault.
    private var current: ReferenceList
    /// The difference from the members in the store; empty for a fault.
    private var sinceSave: MembersDifference
    /// The difference from the members at the beginning of the event, when the context last
    /// processed its changes. `nil` for a fault, and if nothing changed since.
    private var sinceEvent: MembersDifference?
    /// The edits that were queued at the beginning of the event; `nil` if nothing changed since. A
    /// fault has these in place of `sinceEvent`.
    private var editsAtEventStart: [Edit]?
    /// The queued edits of a fault.
    private var edits: [Edit] = []
    /// The current members with temporary IDs; empty for a fault.
    private var temporaries: Set<ObjectReference> = []
    /// The collection last returned to the app, until the members change.
    var collection: Any? {
        didSet {
            guard collection == nil else { return }
            revision &+= 1
            primitive = nil
        }
    }
    /// The collection that `primitiveValue(forKey:)` returned, until the members change by other means.
    var primitive: PrimitiveMembers?
    /// A revision that increases whenever the members may have changed.
    private(set) var revision = 0

    init(isOrdered: Bool) {
        current = ReferenceList(isOrdered: isOrdered)
        sinceSave = MembersDifference(isOrdered: isOrdered)
    }

    /// Whether members were added, removed or moved since the last save. Also `true` for a fault
    /// whose edits turn out to change nothing.
    var isChanged: Bool { isFault ? !edits.isEmpty : !sinceSave.isEmpty(current) }

    /// Fires the fault: sets the members to those in the store, and applies the queued edits.
    func fire(_ references: some Sequence<ObjectReference>) {
        let list = ReferenceList(references, isOrdered: current.isOrdered)
        if let editsAtEventStart { sinceEvent = MembersDifference(from: list.applying(editsAtEventStart)) }
        editsAtEventStart = nil
        (isFault, isUnread) = (false, false)
        (current, sinceSave) = (list, MembersDifference(isOrdered: list.isOrdered))
        temporaries = Set(list.references.lazy.filter { $0.rowID.isTemporary })
        let waiting = edits
        edits = []
        for edit in waiting {
            sinceSave.record(edit, on: current)
            change(edit)
        }
    }

    /// The members. Traps for a fault.
    var members: ReferenceList {
        // A fault would return an empty list.
        precondition(!isFault)
        return current
    }

    /// The members that the queued edits of a fault add.
    var queuedMembers: ReferenceList { current.applying(edits) }

    /// Changes the members, or queues the edit if this is a fault.
    func apply(_ edit: Edit) {
        collection = nil
        recordEventStart()
        guard !isFault else {
            if case .replace = edit { edits = [] }
            edits.append(edit)
            return
        }
        sinceSave.record(edit, on: current)
        changeInEvent(edit)
    }

    private func change(_ edit: Edit) {
        current.apply(edit)
        switch edit {
        case .add(let reference): if reference.rowID.isTemporary { temporaries.insert(reference) }
        case .remove(let reference): if reference.rowID.isTemporary { temporaries.remove(reference) }
        case .replace(let list): temporaries = Set(list.references.lazy.filter { $0.rowID.isTemporary })
        }
    }

    // MARK: Events

    /// Records the members at the beginning of the event. Called before each change, and does
    /// nothing after the first one.
    private func recordEventStart() {
        guard !isTouchedInEvent else { return }
        if isFault { editsAtEventStart = edits } else { sinceEvent = MembersDifference(isOrdered: current.isOrdered) }
    }

    /// Whether members may have been added, removed or moved in the current event.
    var isTouchedInEvent: Bool { sinceEvent != nil || editsAtEventStart != nil }

    /// The members at the beginning of the event, if they differ from the current ones. The members
    /// must have been read.
    var membersAtEventStart: ReferenceList? {
        guard let sinceEvent, !sinceEvent.isEmpty(members) else { return nil }
        return sinceEvent.earlierState(of: current)
    }

    /// Discards the members at the beginning of the event, because the context processed its
    /// changes.
    func endEvent() { (sinceEvent, editsAtEventStart) = (nil, nil) }

    // MARK: The store

    /// The difference from the store that a save writes.
    struct Changes {
        var added: [ObjectReference] = []
        var removed: [ObjectReference] = []
        /// All members in order; `nil` for an unordered relationship, and for a fault.
        var order: ContiguousArray<ObjectReference>?
        /// The ranges of `order` with members that were added or moved, ascending and not adjacent.
        /// The other members are in the same order in the store.
        var moved: [Range<Int>] = []

        /// Lets the save write the positions of all members.
        mutating func moveAll() {
            guard let order, !order.isEmpty else { return }
            moved = [0..<order.count]
        }
    }

    /// The difference from the store; for a fault, the effect of its queued edits.
    var changes: Changes {
        var changes = Changes()
        if !isFault {
            changes.added = sinceSave.additions(to: current)
            changes.removed = sinceSave.removals(from: current)
            if current.isOrdered {
                changes.order = current.references
                changes.moved = sinceSave.moved(in: current)
            }
            return changes
        }
        var last: [ObjectReference: Bool] = [:]
        var touched: [ObjectReference] = []
        for edit in edits {
            let (reference, isAdded) =
                switch edit {
                case .add(let reference): (reference, true)
                case .remove(let reference): (reference, false)
                case .replace: trap("All members were replaced before they were read.")
                }
            if last.updateValue(isAdded, forKey: reference) == nil { touched.append(reference) }
        }
        changes.added = touched.filter { last[$0] == true }
        changes.removed = touched.filter { last[$0] == false }
        return changes
    }

    /// The members in the store, as last read or saved; `nil` for a fault.
    var stored: ReferenceList? { isFault ? nil : sinceSave.earlierState(of: current) }

    /// Whether the relationship had members in the store, as last read or saved.
    var hasStored: Bool { !isFault && sinceSave.earlierCount(of: current) > 0 }

    /// Returns those of the references that are members in the store, as last read or saved.
    func stored(among references: Set<ObjectReference>) -> [ObjectReference] {
        isFault ? [] : sinceSave.earlierMembers(among: references, of: current)
    }

    /// Returns those of the references that unsaved changes add as members. For a fault, some of
    /// them may be members in the store already.
    func added(_ references: Set<ObjectReference>) -> [ObjectReference] {
        isFault ? current.applying(edits).common(with: references) : sinceSave.additions(among: references, to: current)
    }

    /// Discards the unsaved changes.
    func revert() {
        collection = nil
        recordEventStart()
        edits = []
        guard let stored else { return }
        let before = sinceEvent?.earlierState(of: current)
        sinceEvent = before.map(MembersDifference.init(from:))
        replaceMembers(stored)
    }

    /// Replaces the members, with no difference from the store.
    private func replaceMembers(_ list: ReferenceList) {
        (current, sinceSave) = (list, MembersDifference(isOrdered: list.isOrdered))
        temporaries = Set(list.references.lazy.filter { $0.rowID.isTemporary })
    }

    /// Discards the members that were read, and queues the unsaved changes as edits.
    func turnIntoFault() {
        collection = nil
        guard !isFault else { return }
        let changes = changes
        if sinceSave.isReordered(current) {
            edits = [.replace(current)]
        } else {
            edits = changes.removed.map(Edit.remove) + changes.added.map(Edit.add)
        }
        isFault = true
        endEvent()
        replaceMembers(ReferenceList(isOrdered: current.isOrdered))
    }

    /// Removes members whose rows were deleted, also from those that a rollback restores. That is no
    /// unsaved change. The members must have been read.
    func remove(_ gone: Set<ObjectReference>) {
        collection = nil
        var stored = sinceSave.earlierState(of: members)
        for reference in stored.common(with: gone) { stored.remove(reference) }
        for reference in current.common(with: gone) { changeInEvent(.remove(reference)) }
        sinceSave = stored == current ? MembersDifference(isOrdered: current.isOrdered) : MembersDifference(from: stored)
    }

    /// Replaces each temporary reference with the one that `current` returns for it. O(temporary
    /// references and unsaved changes).
    func replaceTemporaryIDs(_ current: (ObjectReference) -> ObjectReference) {
        replaceIDs(of: temporaries, current)
    }

    /// Replaces the references of all members, which may have permanent IDs, as
    /// `replaceTemporaryIDs(_:)` does.
    func replaceIDs(_ current: (ObjectReference) -> ObjectReference) { replaceIDs(of: self.current.references, current) }

    private func replaceIDs(of members: some Sequence<ObjectReference>, _ current: (ObjectReference) -> ObjectReference) {
        let replaced = Dictionary(uniqueKeysWithValues: members.map { ($0, Optional(current($0))) }.filter { $0 != $1 })
        if !replaced.isEmpty || !edits.isEmpty { collection = nil }
        temporaries.subtract(replaced.keys)
        self.current.replace(replaced)
        sinceSave.replaceTemporaryIDs(current)
        sinceEvent?.replaceTemporaryIDs(current)
        edits = edits.map { $0.withPermanentIDs(current) }
        editsAtEventStart = editsAtEventStart?.map { $0.withPermanentIDs(current) }
    }

    /// Updates the members after a save, and clears the unsaved changes. O(changes) for an
    /// unordered relationship.
    ///
    /// - Parameters:
    ///   - gone: The objects whose rows were deleted.
    ///   - permanent: Returns the permanent reference for a temporary one; `nil` if it has no row.
    func commit(without gone: Set<ObjectReference>, _ permanent: (ObjectReference) -> ObjectReference?) {
        collection = nil
        edits = []
        guard !isFault else { return }
        for reference in current.common(with: gone) { changeInEvent(.remove(reference)) }
        let replaced = Dictionary(uniqueKeysWithValues: temporaries.map { ($0, permanent($0)) }.filter { $0 != $1 })
        if !replaced.isEmpty {
            temporaries.subtract(replaced.keys)
            current.replace(replaced)
            sinceEvent?.replaceTemporaryIDs { reference in replaced[reference].flatMap(\.self) ?? reference }
        }
        sinceSave = MembersDifference(isOrdered: current.isOrdered)
    }

    /// Changes the members of a relationship that is not a fault, and records it for the event.
    private func changeInEvent(_ edit: Edit) {
        sinceEvent?.record(edit, on: current)
        change(edit)
    }
}
