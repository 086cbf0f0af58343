internal import StrataPredicates

/// The change set that the saving context's live results apply after a save. It lists rows under
/// permanent IDs, temporary IDs as deleted, and the rows whose values the results already show.
struct LocalSaveChanges {
    var changes: ChangeSet
    private let isSeen: Bool
    /// Whether a new object may have become an existing row.
    private let mayBeExisting: Bool
    /// Objects with values that live results have not been notified of.
    private let unreported: Set<NSManagedObject>
    /// The permanent IDs of inserted objects, by temporary ID.
    private var given: [RowID: RowID] = [:]
    /// The inserted rows that no object has claimed yet.
    private var new: Set<RowKey> = []

    /// - Parameter isSeen: Whether the context has live results. If not, nothing is recorded for
    ///   them.
    init(_ outcome: SaveOutcome, _ objects: SavedObjects, unreported: Set<NSManagedObject>, isSeen: Bool) {
        changes = outcome.changes
        changes.isFromOwnSave = true
        self.isSeen = isSeen
        self.unreported = unreported
        mayBeExisting = zip(objects.inserted, outcome.insertions).contains { object, insertion in
            !object.layout.uniqueSlots.isEmpty || object.rowID.isPermanent && object.rowID != insertion.rowID
        }
        guard isSeen || mayBeExisting else { return }
        for (object, insertion) in zip(objects.inserted, outcome.insertions) { given[object.rowID] = insertion.rowID }
        for changes in outcome.changes.entities {
            for rowID in changes.inserted { new.insert(RowKey(changes.entity, rowID)) }
        }
    }

    /// Claims a row for an inserted object. Returns whether the save inserted it for this object: it is
    /// not that of an existing object, or of another inserted one, with the same unique value.
    mutating func claim(_ layout: EntityLayout, _ rowID: RowID) -> Bool {
        !(isSeen || mayBeExisting) || new.remove(RowKey(layout, rowID)) != nil
    }

    /// Records that live results already show a saved row, if the object had its values before and
    /// live results were notified of them.
    mutating func record(_ object: NSManagedObject, savedAs row: Row, _ rowID: RowID) {
        guard isSeen, !unreported.contains(object), object.shows(row, given) else { return }
        changes.record(object.entity, alreadyReported: rowID)
    }
}

extension NSManagedObject {
    /// Returns whether the object has the values of a saved row. Ignores transient attributes.
    ///
    /// - Parameter given: The permanent IDs of inserted objects, by temporary ID.
    fileprivate final func shows(_ saved: Row, _ given: [RowID: RowID]) -> Bool {
        let values = currentRow.values
        return values.differences(from: saved.values).allSatisfy { slot in
            guard case .object(let reference) = values[slot], case .object(let other) = saved.values[slot] else {
                return layout.properties[slot].isTransient
            }
            return given[reference.rowID] == other.rowID
        }
    }
}
