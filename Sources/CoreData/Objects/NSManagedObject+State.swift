internal import Foundation
internal import StrataPredicates
internal import StrataTraps

// How a managed object keeps its values
//
// Every property of an entity has a *slot*, an index that `EntityLayout` assigns. Attributes and
// to-one relationships keep their values in one `Row`, by slot. A to-many relationship keeps its
// members apart from the row, in `RelatedObjects`, and so does a fetched property.
//
// The state of one object:
//
// - `row`: the current values, including unsaved changes. `nil` until they are loaded.
// - `snapshot`: the values before the first tracked change: those last read or saved, with what was
//   set without tracking since. Only a changed object has one.
// - `state`: flags. `.loaded` means that the object is not a fault.
// - `provision`: data attached to a fault: the page of faults to read together with it, or some of
//   its values (`FaultProvision`).
// - `extras`: members, related objects, the provision, the publisher, the row before changes that
//   were not tracked. Most objects never need any of these, so they are in a second allocation,
//   created on first use.
//
// Row and snapshot share one buffer until the row is written (`RowValues` is copy-on-write), and
// also share it with the coordinator's row cache. `slots` points into the row's buffer, so that an
// accessor reads a number without retaining the row.
//
// The life of a value, for `quake.magnitude += 1` and a save:
//
// 1. A fetch looks up the row's object in the context's registry, or creates it as a fault
//    (`stand(for:as:in:_:)`). The fault usually has its row already; with a `fetchBatchSize` it has
//    a page of neighbors instead.
// 2. The first access goes through `read(_:)` to `fireFault()`. It uses the row that the fault has,
//    reads the page, or asks the context's source (the parent, the row cache or the store), and
//    calls `awakeFromFetch()`. From then on an access loads from `slots` directly.
// 3. The write goes through `write(_:at:)` to `recordChange()`, which notifies observers, keeps
//    `row` as `snapshot` and registers the object with its context as updated and unprocessed. Only
//    then is the row changed, which gives it a buffer of its own.
// 4. The context processes its changes: live results and observers are notified.
// 5. The save writes `changedSlots`, the difference of row and committed row. Afterwards the row is
//    the one that was saved, and the snapshot is gone. A rollback restores the snapshot instead; a
//    refresh or a merge puts a newer row under the changes (`rebase(_:on:)`), or makes the object a
//    fault again (`turnIntoFault(_:)`).
//
// Invariants: a tracked change takes its snapshot *before* it changes the row. A later snapshot
// would contain the change, so that no save would write it and no rollback could undo it. And
// `slots` is set whenever `row` is: a stale pointer would read freed memory.
//
// A fault whose row is gone becomes *inaccessible*: it has null in every slot, and counts as
// deleted in its context. If `shouldDeleteInaccessibleFaults` is off, it traps instead.
//
// A new object that is deleted, rolled back, or merged into another object by a unique value is
// *discarded*: it leaves its context, keeps its row, and has no related objects.
//
// A fault whose row cannot be read, because the store fails, is *unreadable*: it stays a fault
// without a row, and the next access tries again. `NSManagedObject+Unreadable.swift` describes it.

extension NSManagedObject {
    /// The flags of an object.
    struct State: OptionSet {
        let rawValue: UInt16

        /// The values have been loaded: the object is not a fault.
        static let loaded = State(rawValue: 1)
        static let inserted = State(rawValue: 2)
        static let updated = State(rawValue: 4)
        static let deleted = State(rawValue: 8)
        /// Changed since the context last processed its changes.
        static let unprocessed = State(rawValue: 16)
        /// The row no longer exists in the store. An object that was a fault reads as nil and zero;
        /// an object that was loaded keeps its values.
        static let inaccessible = State(rawValue: 32)
        /// Changes are not tracked, because `awakeFromFetch()` is running or a primitive value is
        /// being set.
        static let untracked = State(rawValue: 64)
        /// Each use checks that it is on the context's queue; see `ConcurrencyDebug`.
        static let guarded = State(rawValue: 128)
        /// An objects-did-change notification has listed the object as inserted.
        static let announced = State(rawValue: 256)
        /// The object's insertion became an update of an existing row with the same unique value.
        static let merged = State(rawValue: 512)
        /// The last attempt to read the row failed; see `NSManagedObject+Unreadable.swift`.
        static let unreadable = State(rawValue: 1024)
        /// A layer above this module has marked the object.
        static let marked = State(rawValue: 2048)
        /// `prepareForDeletion()` is running: a deletion in it does not call it again.
        static let preparingDeletion = State(rawValue: 4096)
        /// Delete rules of the deleted object have been applied, some of them at least.
        static let propagated = State(rawValue: 8192)
        /// The object was never saved as a row of its own and has left its context: it was deleted, rolled
        /// back, or merged into another object with the same unique value.
        static let discarded = State(rawValue: 16384)
    }

    /// Whether a layer above this module has marked the object, for a purpose of its own.
    package final var isMarkedByLayer: Bool {
        get { state.contains(.marked) }
        set { if newValue { state.insert(.marked) } else { state.remove(.marked) } }
    }

    /// Whether the object was inserted and has not been saved since.
    public final var isInserted: Bool { state.contains(.inserted) }
    /// Whether the store may have the object's row. An inserted object has none, even with a permanent
    /// ID: one that was obtained before the save, or that it kept when its deletion was undone.
    final var mayHaveStoredRow: Bool { rowID.isPermanent && !isInserted }
    /// Whether the object has unsaved changes to a row that was saved before.
    public final var isUpdated: Bool { state.contains(.updated) }
    /// Whether the next save deletes the object, or its row no longer exists in the store. False once
    /// the object has left its context: after that save, or at once if it was never saved.
    public final var isDeleted: Bool {
        state.contains(.deleted) || (state.contains(.inaccessible) && managedObjectContext != nil)
    }
    /// Whether the object has unsaved changes: an insertion, a change of values, or a deletion.
    public final var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
    /// Whether the save of the new object updated a row that had the same unique value.
    package final var wasMerged: Bool { state.contains(.merged) }
    /// Whether the object's values are yet to be loaded. Reading a property loads them.
    public final var isFault: Bool { !state.contains(.loaded) }
    /// Whether values can be read: they are loaded, the object has their row, or its context can read
    /// the row. Does not load the weak reference to the context if the object has the row.
    package final var hasReadableValues: Bool { !isFault || wasInContext && slots != nil || managedObjectContext != nil }
    /// Whether the object has no related objects outside of a context: its row is gone, or it never had
    /// one.
    final var lacksRelated: Bool { !state.isDisjoint(with: [.discarded, .inaccessible]) }
    /// 1 for a fault, 0 for an object whose values are loaded.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// Whether a property that is not transient differs from its value when last read or saved.
    public final var hasPersistentChangedValues: Bool {
        changedSlots.contains(where: isPersistent) || changedMemberSlots.contains(where: isPersistent)
    }

    /// Whether the property in a slot is stored: it is not transient.
    private func isPersistent(_ slot: Int) -> Bool { !layout.properties[slot].isTransient }

    /// Whether the object has values of transient properties, which no store has. Values that are nil
    /// and relationships without members do not count.
    final var hasTransientValues: Bool {
        if let row, layout.transientSlots.contains(where: { row.values[$0] != .null }) { return true }
        return hasRelated
            && related.contains { slot, related in
                layout.isTransientToMany(slot) && !related.isFault && !related.members.references.isEmpty
            }
    }

    /// Returns the current values of the persistent properties that changed since they were last
    /// read or saved, with `NSNull` in place of nil. Transient properties are not among them, so a
    /// `willSave()` can tell from the result whether the row will be written.
    public final func changedValues() -> [String: Any] {
        guard row != nil || isUnread else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: changedSlots.filter(isPersistent).map { slot in
                (layout.names[slot], shown(row?.values[slot] ?? unreadValue(at: slot), at: slot))
            } + changedMemberSlots.filter(isPersistent).map { slot in (layout.names[slot], collection(at: slot)) }
        )
    }

    /// Returns the persistent properties that changed since the context last posted its
    /// objects-did-change notification, with the values they had then and `NSNull` in place of nil.
    /// While that notification is being posted, returns the changes that it reports.
    ///
    /// The first call in that time costs O(n) for n objects that changed, and each of the others
    /// O(properties).
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        guard let row, let before = managedObjectContext?.rowAtEventStart(of: self) else { return [:] }
        var values: [String: Any] = [:]
        for slot in row.values.differences(from: before.values) where isPersistent(slot) {
            values[layout.names[slot]] = shown(before.values[slot], at: slot)
        }
        for (slot, related) in related where related.isTouchedInEvent && isPersistent(slot) {
            _ = members(at: slot)
            if let before = related.membersAtEventStart { values[layout.names[slot]] = collection(of: before, at: slot) }
        }
        return values
    }

    /// Returns the values, as last read or saved, of the persistent properties with the given names
    /// or of all persistent properties, with `NSNull` in place of nil.
    ///
    /// Omits transient properties, even if `keys` names them. If `keys` is nil, also omits fetched
    /// properties, and to-many relationships that were not read. Traps for a name that the entity
    /// does not have.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        fireFault()
        guard let row = original ?? snapshot ?? row else { return [:] }
        let slots = keys.map { $0.map(layout.requiredSlot(of:)) } ?? layout.names.indices.filter(hasCommittedValue)
        return Dictionary(
            slots.filter(isPersistent).map { slot in
                (layout.names[slot], layout.kinds[slot].isToMany ? committedMembers(at: slot) : shown(row.values[slot], at: slot))
            }, uniquingKeysWith: { $1 }
        )
    }

    /// Whether the committed values include the slot if no names are given.
    private func hasCommittedValue(_ slot: Int) -> Bool {
        switch layout.kinds[slot] {
        case .attribute, .composite, .toOne: true
        case .toMany, .orderedToMany: related[slot]?.isFault == false
        case .fetched: false
        }
    }

    private func committedMembers(at slot: Int) -> NSObject {
        _ = members(at: slot)
        return collection(of: relatedObjects(at: slot).stored ?? ReferenceList(isOrdered: false), at: slot)
    }

    private func collection(of members: ReferenceList, at slot: Int) -> NSObject {
        let objects = members.references.compactMap(object)
        return layout.kinds[slot] == .orderedToMany ? NSOrderedSet(array: objects) : NSSet(array: objects)
    }

    /// Returns a row's value for a dictionary of values: an object for a reference, and NSNull for
    /// null.
    private func shown(_ value: Value, at slot: Int) -> Any {
        if case .object(let reference) = value { return object(reference) ?? NSNull() }
        return (layout.kinds[slot].isAttribute ? layout.object(value, at: slot) : nil) ?? NSNull()
    }

    /// The slots whose values in the row differ from those last read or saved. Does not include
    /// to-many relationships; see `changedMemberSlots`. Empty for an object without tracked changes.
    final var changedSlots: [Int] {
        guard let row, let snapshot else { return isUnread ? unreadSlots : [] }
        return row.values.differences(from: (original ?? snapshot).values)
    }

    /// Whether values or members differ from those before the first tracked change.
    final var hasTrackedChanges: Bool {
        guard let row, let snapshot, hasOriginal else { return !changedSlots.isEmpty || hasChangedMembers }
        return !row.values.differences(from: snapshot.values).isEmpty || hasChangedMembers
    }

    /// Whether stored values or members differ from those before the first tracked change.
    final var hasTrackedPersistentChanges: Bool {
        guard let row, let snapshot, hasOriginal else { return hasPersistentChangedValues }
        return row.values.differences(from: snapshot.values).contains(where: isPersistent)
            || changedMemberSlots.contains(where: isPersistent)
    }

    /// The to-many relationships whose members changed since the last save.
    final var changedMemberSlots: [Int] { !hasRelated ? [] : related.filter(\.value.isChanged).keys.sorted() }

    final var hasChangedMembers: Bool { hasRelated && related.values.contains(where: \.isChanged) }

    // MARK: Reading and writing values

    /// Returns the value in a slot. Fires the fault first if the object is a fault.
    final func read(_ slot: Int) -> Value {
        if state.intersection([.loaded, .guarded]) == .loaded, let slots { return slots[slot] }
        if let recorder { return recorder.record(self, slot) }
        if case .partial(let partial) = provision, row == nil, let value = partial[slot] { return value }
        fireFault()
        return row?.values[slot] ?? unreadValue(at: slot)
    }

    /// Sets the value in a slot, as a tracked change unless changes are not tracked.
    final func write(_ value: Value, at slot: Int) {
        fireFault()
        if state.contains(.untracked) { keepOriginal(beforeSetting: value, at: slot) } else { recordChange() }
        guard row != nil else { return keepUnread(.write(slot, value)) }
        row?.values[slot] = value
    }

    /// Begins a tracked change: notifies observers, takes the snapshot, and registers the object
    /// with its context as changed.
    final func recordChange() {
        guard !state.contains(.untracked) else { return }
        publisher?.send()
        // Most changes are not an object's first, and the context has the object on its lists.
        if snapshot != nil, state.contains(.unprocessed), hasChanges { return }
        guard let context = managedObjectContext else { return }
        if snapshot == nil { snapshot = row }
        context.objectWillChange(self)
    }

    /// Keeps the row of an unchanged object that a change which is not tracked makes differ from the
    /// stored one. Such a change does not mark the object as updated: it is saved with the next one
    /// that does.
    final func keepOriginal(beforeSetting value: Value, at slot: Int) {
        guard snapshot == nil, !hasOriginal, isPersistent(slot), wasInContext, !isInaccessible, let row,
            row.values[slot] != value
        else { return }
        original = row
    }

    /// Loads the values if the object is a fault. If the store cannot be read, the object stays a
    /// fault without a row.
    final func fireFault() {
        // One comparison for both flags, because most calls return here.
        guard state.intersection([.loaded, .guarded]) != .loaded else { return }
        do { try loadValues() } catch { becomeUnreadable(error) }
    }

    /// Loads the values if the object is a fault. Throws the error of a store that cannot be read.
    final func loadValues() throws {
        checkQueue()
        guard !state.contains(.loaded) else { return }
        // `slots` is asked instead of `row`, which would be retained.
        if slots == nil, case .page(let page) = provision, page.rowIDs.count > 1 {
            managedObjectContext?.read(page)
            // Changes that were waiting for the row have loaded the object.
            if state.contains(.loaded) { return }
        }
        if extras != nil { provision = nil }
        if slots == nil {
            let stored = try storedRow()
            // The read has applied changes that were waiting for it, to this object, too.
            if state.contains(.loaded) { return }
            row = stored
            if slots == nil {
                row = Row(layout: layout, values: RowValues(layout.shape), version: 0)
                if !state.contains(.inaccessible) { becomeInaccessible() }
            }
        }
        state.insert(.loaded)
        if !state.contains(.inaccessible) {
            state.insert(.untracked)
            awakeFromFetch()
            state.remove(.untracked)
        }
        if state.contains(.unreadable) { becomeReadable() }
    }

    /// Marks the object as inaccessible and, in its context, as deleted, because its row is gone.
    private final func becomeInaccessible() {
        state.insert(.inaccessible)
        guard let managedObjectContext else { return }
        require(
            managedObjectContext.shouldHandleInaccessibleFault(self, for: objectID, triggeredByProperty: nil),
            """
            Core Data could not fulfill a fault for \(objectID.uriRepresentation()): its row is gone. Use existingObject(with:), or leave \
            shouldDeleteInaccessibleFaults on.
            """
        )
        managedObjectContext.deleteInaccessible(self)
    }

    /// Traps if the object is used outside of its context's queue and `ConcurrencyDebug` is on.
    final func checkQueue() {
        guard state.contains(.guarded) else { return }
        managedObjectContext?.checkQueue("The object \(objectID.uriRepresentation())")
    }

    private func storedRow() throws -> Row? {
        if state.contains(.inaccessible) { return nil }
        guard let context = managedObjectContext else {
            trap(
                """
                The object \(objectID.uriRepresentation()) was never read, and its context was deallocated or reset. \
                Keep the context for as long as you use its objects.
                """
            )
        }
        return try context.readRow(objectID)
    }

    /// Discards the values. The next access loads them again, from `row` if it is not nil.
    final func turnIntoFault(_ row: consuming Row?) {
        publisher?.send()
        self.row = row
        snapshot = nil
        original = nil
        forgetRelated()
        provision = nil
        forgetUnread()
        // A row that was missing may exist again.
        state.remove([.loaded, .updated, .inaccessible])
        _didLoseChanges()
    }

    /// Removes the object from its context. Values that were loaded stay readable.
    final func detach(gone: Bool) {
        managedObjectContext = nil
        snapshot = nil
        original = nil
        releaseRelated()
        forgetUnread()
        state.remove([.inserted, .updated, .deleted, .unprocessed])
        if gone { state.insert(.inaccessible) }
        _didLoseChanges()
    }

    /// Removes a new object from its context that will not have a row of its own.
    final func discard() {
        detach(gone: false)
        state.insert(.discarded)
    }
}

// MARK: Rows

extension NSManagedObject {
    /// The current values. Fires the object first if it is a fault. Null in all slots if the row
    /// cannot be read: use `requireRow()` where that matters.
    final var currentRow: Row {
        fireFault()
        return row ?? Row(layout: layout, values: RowValues(layout.shape), version: 0)
    }

    /// The values that were last read or saved; for a new object, those it was inserted with.
    final var committedRow: Row {
        // Reading the row first may set values without tracking.
        let tracked = snapshot ?? currentRow
        return original ?? tracked
    }
}
