internal import Foundation
internal import Predicates

extension NSManagedObject {
    public final var isInserted: Bool { state.contains(.inserted) }
    public final var isUpdated: Bool { state.contains(.updated) }
    /// Whether the object will be deleted with the next save.
    public final var isDeleted: Bool { state.contains(.deleted) }
    public final var hasChanges: Bool { !state.isDisjoint(with: [.inserted, .updated, .deleted]) }
    /// Whether the values were not looked at yet.
    public final var isFault: Bool { !state.contains(.realised) }

    /// Whether a value differs from the one last read or saved.
    public final var hasPersistentChangedValues: Bool { !changedSlots.isEmpty }

    /// The properties that differ from the values last read or saved, with their new values. NSNull stands for nil.
    public final func changedValues() -> [String: Any] {
        guard let row else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: changedSlots.map { slot in
                (layout.attributes[slot].name, row.values[slot].object(as: layout.types[slot]) ?? NSNull())
            }
        )
    }

    /// The values as last read or saved, for all properties or the named ones. NSNull stands for nil.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        realise()
        guard let row = snapshot ?? row else { return [:] }
        let slots = keys.map { $0.map(layout.requiredSlot(of:)) } ?? Array(layout.types.indices)
        return Dictionary(
            uniqueKeysWithValues: slots.map { slot in
                (layout.attributes[slot].name, row.values[slot].object(as: layout.types[slot]) ?? NSNull())
            }
        )
    }

    final var changedSlots: [Int] {
        guard let row, let snapshot else { return [] }
        return row.values.indices.filter { row.values[$0] != snapshot.values[$0] }
    }

    // MARK: Reading and writing values

    /// The value in a slot, read from the store if need be.
    final func read(_ slot: Int) -> Value {
        if state.contains(.realised), let row { return row.values[slot] }
        if let recorder { return recorder.note(slot, type: layout.types[slot]) }
        realise()
        return row?.values[slot] ?? .null
    }

    /// Sets the value in a slot and tells the context.
    final func write(_ value: Value, at slot: Int) {
        realise()
        if !state.contains(.untracked), let context = managedObjectContext {
            if snapshot == nil { snapshot = row }
            context.objectWillChange(self)
        }
        row?.values[slot] = value
    }

    /// Fires the fault: reads the values unless they are there.
    final func realise() {
        guard !state.contains(.realised) else { return }
        if row == nil {
            row = storedRow()
        }
        if row == nil {
            row = Row(values: ContiguousArray(repeating: .null, count: layout.types.count), version: 0)
            state.insert(.inaccessible)
        }
        state.insert(.realised)
        if !state.contains(.inaccessible) {
            state.insert(.untracked)
            awakeFromFetch()
            state.remove(.untracked)
        }
    }

    private func storedRow() -> Row? {
        if state.contains(.inaccessible) { return nil }
        guard let context = managedObjectContext else {
            preconditionFailure(
                """
                The object \(objectID.uriRepresentation()) was never read, and its context is gone or was reset. \
                Keep the context for as long as you use its objects.
                """
            )
        }
        return context.storedRow(objectID)
    }

    /// Forgets the values; the next look reads them again, from `row` if one is given.
    final func turnIntoFault(_ row: Row?) {
        self.row = row
        snapshot = nil
        state.remove([.realised, .updated])
    }

    /// Takes the object out of its context for good; what was read stays readable.
    final func detach(gone: Bool) {
        managedObjectContext = nil
        snapshot = nil
        state.remove([.inserted, .updated, .unprocessed])
        if gone { state.insert(.inaccessible) }
    }
}
