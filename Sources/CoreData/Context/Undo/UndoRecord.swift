internal import StrataPredicates

/// The changes of one object in one event: the values that an undo restores.
struct UndoRecord {
    enum Kind {
        case insertion, deletion, change
    }

    /// The change of a to-many relationship.
    struct Members {
        let slot: Int
        let added: [NSManagedObject]
        /// The removed members; for a deletion, all former ones.
        let removed: [NSManagedObject]
        /// All former members of an ordered relationship; nil for an unordered one.
        let order: [NSManagedObject]?
    }

    /// The change of a to-one relationship.
    struct Destination {
        let slot: Int
        let former: NSManagedObject?
        /// The destination that the event has left; nil for a deletion.
        let new: NSManagedObject?
    }

    let object: NSManagedObject
    let kind: Kind
    /// The former values of changed attributes.
    fileprivate(set) var values: [(slot: Int, value: Value)] = []
    /// The to-one relationships: the changed ones or, for a deletion, all of them.
    var destinations: [Destination] = []
    /// The changed to-many relationships or, for a deletion, all of them with members. A change leaves
    /// out those whose other side is a to-one relationship, unless they are ordered: the records of the
    /// members have the same change.
    var members: [Members] = []

    var isEmpty: Bool { kind == .change && values.isEmpty && destinations.isEmpty && members.isEmpty }
}

extension NSManagedObjectContext {
    /// Returns the records of the event that is about to be processed. O(changes), and O(members) for
    /// ordered relationships that changed.
    func undoRecords() -> [UndoRecord] {
        let records = unprocessed.compactMap(undoRecord)
        return records + ownerRecords(records.lazy.filter { $0.kind == .deletion }.map(\.object))
    }

    /// Returns records of the owners that will lose deleted objects in relationships without an
    /// inverse. No delete rule changes them: the members are gone when the deletion was saved.
    /// Omits relationships whose members were not read.
    ///
    /// O(registered objects) if the model has such relationships; otherwise O(entities).
    private func ownerRecords(_ deleted: some Sequence<NSManagedObject>) -> [UndoRecord] {
        let gone = Set(deleted.map(\.reference))
        if gone.isEmpty { return [] }
        let hierarchies = Set(gone.map(\.layout.hierarchy))
        var slots: [EntityLayout: [Int]] = [:]
        for layout in model.entities.lazy.map(\.layout) {
            let concerned = layout.toManySlots.filter { slot in
                layout.inverseSlot(slot) == nil && hierarchies.contains(layout.destination(slot).hierarchy)
            }
            if !concerned.isEmpty { slots[layout] = concerned }
        }
        if slots.isEmpty { return [] }
        return registry.living.compactMap { owner in
            guard owner.hasRelated, !owner.isDeleted, let slots = slots[owner.layout] else { return nil }
            var record = UndoRecord(object: owner, kind: .change)
            for slot in slots {
                guard let related = owner.related[slot], !related.isFault else { continue }
                let members = related.members
                let lost = members.common(with: gone).compactMap(self.related)
                guard !lost.isEmpty else { continue }
                let order = members.isOrdered ? members.references.compactMap(self.related) : nil
                record.members.append(UndoRecord.Members(slot: slot, added: [], removed: lost, order: order))
            }
            return record.isEmpty ? nil : record
        }
    }

    private func undoRecord(of change: EventChange) -> UndoRecord? {
        let object = change.object
        guard !object.isInaccessible, object.managedObjectContext === self else { return nil }
        let wasNew = change.state.contains(.inserted) && !change.state.contains(.announced)
        var record: UndoRecord
        switch (wasNew || change.state.contains(.deleted), object.isDeleted) {
        case (true, true): return nil
        case (true, false): return UndoRecord(object: object, kind: .insertion)
        case (false, true): record = UndoRecord(object: object, kind: .deletion)
        case (false, false): record = UndoRecord(object: object, kind: .change)
        }
        // A fault has no row at the beginning of the event. Its snapshot is the row that it has read
        // since.
        if let before = change.row ?? object.snapshot, let row = object.row, before.layout === row.layout {
            recordValues(before.values, row.values, &record)
        }
        for slot in object.layout.toManySlots where record.kind == .deletion || object.layout.isRecorded(slot) {
            recordMembers(at: slot, &record)
        }
        return record.isEmpty ? nil : record
    }

    private func recordValues(_ before: RowValues, _ now: RowValues, _ record: inout UndoRecord) {
        let kinds = record.object.layout.kinds
        for slot in now.differences(from: before) where kinds[slot].isAttribute { record.values.append((slot, before[slot])) }
        for slot in record.object.layout.toOneSlots where record.kind == .deletion || before[slot] != now[slot] {
            let former = related(before[slot])
            // An object that is gone cannot be referred to again.
            if former == nil, case .object = before[slot] { continue }
            let new = record.kind == .deletion ? nil : related(now[slot])
            record.destinations.append(UndoRecord.Destination(slot: slot, former: former, new: new))
        }
    }

    private func related(_ value: Value) -> NSManagedObject? {
        guard case .object(let reference) = value else { return nil }
        return related(reference)
    }

    private func recordMembers(at slot: Int, _ record: inout UndoRecord) {
        let object = record.object
        let isTouched = object.hasRelated && object.related[slot]?.isTouchedInEvent == true
        guard isTouched || record.kind == .deletion, let related = readMembers(of: object, at: slot) else { return }
        let isOrdered = object.layout.kinds[slot] == .orderedToMany
        func objects(_ references: some Sequence<ObjectReference>) -> [NSManagedObject] { references.compactMap(self.related) }
        let now = related.members
        guard let before = related.membersAtEventStart ?? (record.kind == .deletion ? now : nil) else { return }
        let added = objects(now.references.filter { !before.contains($0) })
        let removed = objects(before.references.filter { record.kind == .deletion || !now.contains($0) })
        let order = isOrdered ? objects(before.references) : nil
        if added.isEmpty, removed.isEmpty, order?.isEmpty ?? true { return }
        record.members.append(UndoRecord.Members(slot: slot, added: added, removed: removed, order: order))
    }

    /// Returns a to-many relationship whose members are read; nil if the store cannot be read.
    func readMembers(of object: NSManagedObject, at slot: Int) -> RelatedObjects? {
        let related = object.relatedObjects(at: slot)
        guard related.isFault else { return related }
        // Ignored: what cannot be read cannot be restored, and must not end the process.
        guard let stored = try? source.members(of: object.rowID, object.layout, slot) else { return nil }
        related.fire(stored)
        return related
    }
}

extension EntityLayout {
    /// Whether the records of undo have the members of a to-many relationship; see `UndoRecord`.
    fileprivate func isRecorded(_ slot: Int) -> Bool {
        guard kinds[slot] == .toMany, let inverse = inverseSlot(slot) else { return true }
        return destination(slot).kinds[inverse].isToMany
    }
}
