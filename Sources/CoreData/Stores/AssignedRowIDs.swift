internal import StrataPredicates

/// The row IDs that a save assigns to inserted objects, by the IDs that these had before.
///
/// Those are temporary unless the object obtained a permanent ID before the save.
struct AssignedRowIDs {
    private var rowIDs: [RowID: RowID] = [:]
    /// The row IDs to use instead of assigned ones that stayed unused.
    private var corrections: [RowKey: RowID] = [:]

    init(count: Int) {
        rowIDs.reserveCapacity(count)
    }

    mutating func assign(_ insertion: SaveRequest.Insertion, _ rowID: RowID) {
        rowIDs[insertion.rowID] = rowID
    }

    /// Records that an insertion became an existing row, which holds its unique value.
    mutating func correct(_ insertion: SaveRequest.Insertion, from assigned: RowID, to rowID: RowID) {
        rowIDs[insertion.rowID] = rowID
        corrections[RowKey(insertion.layout, assigned)] = rowID
    }

    var areCorrected: Bool { !corrections.isEmpty }

    /// Returns the row ID for an object's ID: the same unless it is temporary; nil for an object
    /// that is not part of the save.
    subscript(rowID: RowID) -> RowID? { rowID.isPermanent ? rowID : rowIDs[rowID] }

    /// Returns the values with references to inserted objects by row ID. References to objects that
    /// are not part of the save become nil.
    func resolved(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot], reference.rowID.isTemporary else { continue }
            values[slot] = rowIDs[reference.rowID].map { .object(ObjectReference(reference.layout, $0)) } ?? .null
        }
        return values
    }

    /// Returns the update with references to inserted objects by row ID.
    func resolved(_ update: SaveRequest.Update) -> SaveRequest.Update {
        var update = update
        update.values = resolved(update.values, update.layout)
        return update
    }

    /// Returns the values with corrected references to insertions that became existing rows.
    func corrected(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot],
                let rowID = corrections[RowKey(reference.layout, reference.rowID)]
            else { continue }
            values[slot] = .object(ObjectReference(reference.layout, rowID))
        }
        return values
    }
}
