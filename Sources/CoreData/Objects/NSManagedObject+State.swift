internal import Foundation
internal import Predicates
internal import Traps

extension NSManagedObject {
    public final var isInserted: Bool { state.contains(.inserted) }
    public final var isUpdated: Bool { state.contains(.updated) }
    /// Whether the object will be deleted with the next save, or its row turned out to be gone.
    public final var isDeleted: Bool {
        state.contains(.deleted) || (state.contains(.inaccessible) && managedObjectContext != nil)
    }
    public final var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
    /// Whether the values were not looked at yet.
    public final var isFault: Bool { !state.contains(.realised) }
    /// 0 for an object whose values were looked at, 1 for a fault.
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// Whether a value differs from the one last read or saved.
    public final var hasPersistentChangedValues: Bool {
        changedSlots.contains { !layout.properties[$0].isTransient } || hasChangedMembers
    }

    /// The properties that differ from the values last read or saved, with their new values. NSNull stands for nil.
    public final func changedValues() -> [String: Any] {
        guard let row else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: changedSlots.map { slot in
                (layout.names[slot], shown(row.values[slot], at: slot))
            } + changedMemberSlots.map { slot in (layout.names[slot], collection(at: slot)) }
        )
    }

    /// The properties that changed since the context last posted its objects-did-change notification, with the values they had then;
    /// while that is being posted, those it tells of. NSNull stands for nil.
    ///
    /// Passes over the objects that changed meanwhile.
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        guard let row, let before = managedObjectContext?.rowAtEventStart(of: self) else { return [:] }
        var values: [String: Any] = [:]
        for slot in row.values.differences(from: before.values) {
            values[layout.names[slot]] = shown(before.values[slot], at: slot)
        }
        for (slot, related) in related where related.isTouchedInEvent {
            _ = members(at: slot)
            if let before = related.membersAtEventStart { values[layout.names[slot]] = collection(of: before, at: slot) }
        }
        return values
    }

    /// The values as last read or saved, for all properties or the named ones. NSNull stands for nil.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        realise()
        guard let row = snapshot ?? row else { return [:] }
        let slots = keys.map { $0.map(layout.requiredSlot(of:)) } ?? layout.names.indices.filter(hasCommittedValue)
        return Dictionary(
            uniqueKeysWithValues: slots.map { slot in
                (layout.names[slot], layout.kinds[slot].isToMany ? committedMembers(at: slot) : shown(row.values[slot], at: slot))
            }
        )
    }

    /// Whether committed values include the slot's where none is asked for by name: members only once they were read.
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

    /// A row's value as dictionaries of values have it.
    private func shown(_ value: Value, at slot: Int) -> Any {
        if case .object(let reference) = value { return object(reference) ?? NSNull() }
        return (layout.kinds[slot].isAttribute ? layout.object(value, at: slot) : nil) ?? NSNull()
    }

    /// The slots whose values in the row differ from the values last read or saved; see `related` for members.
    final var changedSlots: [Int] {
        guard let row, let snapshot else { return [] }
        return row.values.differences(from: snapshot.values)
    }

    /// The to-many relationships whose members changed since they were last saved.
    final var changedMemberSlots: [Int] { !hasRelated ? [] : related.filter(\.value.isChanged).keys.sorted() }

    final var hasChangedMembers: Bool { hasRelated && related.values.contains(where: \.isChanged) }

    // MARK: Reading and writing values

    /// The value in a slot, read from the store if need be.
    final func read(_ slot: Int) -> Value {
        if state.intersection([.realised, .guarded]) == .realised, let slots { return slots[slot] }
        if let recorder { return recorder.note(self, slot) }
        if case .partial(let partial) = provision, row == nil, let value = partial[slot] { return value }
        realise()
        return row?.values[slot] ?? .null
    }

    /// Sets the value in a slot and tells the context.
    final func write(_ value: Value, at slot: Int) {
        realise()
        noteChange()
        row?.values[slot] = value
    }

    /// Tells observers and the context that a value is about to change, and keeps the values as they were.
    final func noteChange() {
        guard !state.contains(.untracked) else { return }
        publisher?.send()
        // The context knows already; most changes are not an object's first.
        if snapshot != nil, state.contains(.unprocessed), hasChanges { return }
        guard let context = managedObjectContext else { return }
        if snapshot == nil { snapshot = row }
        context.objectWillChange(self)
    }

    /// Fires the fault: reads the values unless they are there.
    final func realise() {
        // One comparison for both, since most calls end here.
        guard state.intersection([.realised, .guarded]) != .realised else { return }
        checkQueue()
        guard !state.contains(.realised) else { return }
        if row == nil, case .page(let page) = provision, page.numbers.count > 1 { managedObjectContext?.read(page) }
        provision = nil
        if row == nil {
            row = storedRow()
        }
        if row == nil {
            row = Row(layout: layout, values: RowValues(layout.shape), version: 0)
            if !state.contains(.inaccessible) { becomeInaccessible() }
        }
        state.insert(.realised)
        if !state.contains(.inaccessible) {
            state.insert(.untracked)
            awakeFromFetch()
            state.remove(.untracked)
        }
    }

    /// Becomes a deleted object without values, since its row is gone.
    private final func becomeInaccessible() {
        state.insert(.inaccessible)
        guard let managedObjectContext else { return }
        require(
            managedObjectContext.shouldDeleteInaccessibleFaults,
            """
            Core Data could not fulfill a fault for \(objectID.uriRepresentation()): its row is gone. Use existingObject(with:), or leave \
            shouldDeleteInaccessibleFaults on.
            """
        )
        managedObjectContext.deleteInaccessible(self)
    }

    /// Stops the program where the object is used on a wrong queue, if that is to be checked.
    final func checkQueue() {
        guard state.contains(.guarded) else { return }
        managedObjectContext?.checkQueue("The object \(objectID.uriRepresentation())")
    }

    private func storedRow() -> Row? {
        if state.contains(.inaccessible) { return nil }
        guard let context = managedObjectContext else {
            trap(
                """
                The object \(objectID.uriRepresentation()) was never read, and its context is gone or was reset. \
                Keep the context for as long as you use its objects.
                """
            )
        }
        return context.storedRow(objectID)
    }

    /// Forgets the values; the next look reads them again, from `row` if one is given.
    final func turnIntoFault(_ row: consuming Row?) {
        publisher?.send()
        self.row = row
        snapshot = nil
        forgetRelated()
        provision = nil
        // Somebody may have put back a row that was gone when it was last asked for.
        state.remove([.realised, .updated, .inaccessible])
    }

    /// Lets go of related objects, which may hold this one too.
    final func releaseRelated() {
        guard let extras else { return }
        relatedOnes = [:]
        for related in extras.related.values { related.collection = nil }
    }

    /// Takes the object out of its context for good; what was read stays readable.
    final func detach(gone: Bool) {
        managedObjectContext = nil
        snapshot = nil
        releaseRelated()
        state.remove([.inserted, .updated, .unprocessed])
        if gone { state.insert(.inaccessible) }
    }
}
