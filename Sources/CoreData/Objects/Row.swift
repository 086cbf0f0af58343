/// The values of one object or row, by slot, and their version in the store.
///
/// A copy is cheap: the row cache, an object and its snapshot share one buffer until the object
/// changes. To-one relationships have references as values. The slots of to-many relationships hold
/// null.
struct Row: Sendable {
    /// The row's own entity, which may be a subentity of the one that was fetched.
    unowned(unsafe) let layout: EntityLayout
    var values: RowValues
    /// `Z_OPT`, which each save of the row increments. 0 for a row that was never saved.
    var version: Int64
}

extension Row {
    /// Returns a copy of this row with the transient values of `other`, because a row that was read
    /// from the store has no transient values.
    func keepingTransients(of other: Row?) -> Row {
        guard let other, !other.layout.transientSlots.isEmpty else { return self }
        var row = self
        for slot in other.layout.transientSlots where row.values[slot] != other.values[slot] {
            // The row of a save has the permanent ID.
            if case .object(let former) = other.values[slot], former.rowID.isTemporary, case .object = row.values[slot] {
                continue
            }
            row.values[slot] = other.values[slot]
        }
        return row
    }
}
