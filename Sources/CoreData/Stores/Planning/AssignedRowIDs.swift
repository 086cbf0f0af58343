internal import StrataPredicates

/// The row IDs that a save assigns to inserted objects, keyed by their IDs before the save.
///
/// An ID before the save is temporary unless the object had already obtained a permanent one.
struct AssignedRowIDs {
    private var rowIDs: [RowID: RowID] = [:]
    /// The IDs of the existing rows that insertions became, keyed by the unused assigned IDs.
    private var corrections: [RowKey: RowID] = [:]

    init(count: Int) {
        rowIDs.reserveCapacity(count)
    }

    mutating func assign(_ insertion: SaveRequest.Insertion, _ rowID: RowID) {
        rowIDs[insertion.rowID] = rowID
    }

    /// Records that an insertion became the existing row that holds its unique value.
    mutating func correct(_ insertion: SaveRequest.Insertion, from assigned: RowID, to rowID: RowID) {
        rowIDs[insertion.rowID] = rowID
        corrections[RowKey(insertion.layout, assigned)] = rowID
    }

    var areCorrected: Bool { !corrections.isEmpty }

    /// Returns a permanent ID unchanged, and the assigned ID for a temporary one; nil if the save
    /// does not insert the object.
    subscript(rowID: RowID) -> RowID? { rowID.isPermanent ? rowID : rowIDs[rowID] }

    /// Returns the values with assigned IDs in place of temporary ones in to-one references.
    /// References to unsaved objects that the save does not insert become nil.
    func resolved(_ values: RowValues, _ layout: EntityLayout) -> RowValues {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot], reference.rowID.isTemporary else { continue }
            values[slot] = rowIDs[reference.rowID].map { .object(ObjectReference(reference.layout, $0)) } ?? .null
        }
        return values
    }

    /// Returns the update with assigned IDs in place of temporary ones in to-one references.
    func resolved(_ update: SaveRequest.Update) -> SaveRequest.Update {
        var update = update
        update.values = resolved(update.values, update.layout)
        return update
    }

    /// Returns the values with the IDs of existing rows in references to insertions that became
    /// these rows.
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
