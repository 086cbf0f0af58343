/// The values of one object or row, by slot, with the version they had in the store.
///
/// Copying is cheap: the row cache, an object and its snapshot share one buffer until the object changes. A to-one relationship is
/// among the values; to-many relationships are not, and their slots hold null.
struct Row: Sendable {
    /// The row's own entity, which may be a subentity of the one that was fetched.
    unowned(unsafe) let layout: EntityLayout
    var values: RowValues
    /// `Z_OPT`: raised with each save of the row. 0 for a row that was never saved.
    var version: Int64
}

extension Row {
    /// The row with the transient values of another, which the store that read this one does not have.
    func keepingTransients(of other: Row?) -> Row {
        guard let other, !other.layout.transientSlots.isEmpty else { return self }
        var row = self
        for slot in other.layout.transientSlots where row.values[slot] != other.values[slot] {
            row.values[slot] = other.values[slot]
        }
        return row
    }
}
