internal import StrataPredicates

/// Identifies a row: the hierarchy of its entity, and its row ID.
///
/// Positive row IDs are permanent: primary keys in a store, which `KeySpace` distinguishes. The
/// entities of a hierarchy share them. Negative row IDs are temporary, for objects that were not
/// saved yet; they count down. See `ObjectReference.place` for the order of both.
struct RowKey: Hashable, Sendable {
    let hierarchy: ObjectIdentifier
    let rowID: RowID

    init(hierarchy: ObjectIdentifier, rowID: RowID) {
        self.hierarchy = hierarchy
        self.rowID = rowID
    }

    init(_ layout: EntityLayout, _ rowID: RowID) {
        self.init(hierarchy: layout.hierarchy, rowID: rowID)
    }

    init(_ entity: NSEntityDescription, _ rowID: RowID) {
        self.init(entity.layout, rowID)
    }

    var isTemporary: Bool { rowID.isTemporary }
}

extension RowKey {
    func _rawHashValue(seed: Int) -> Int { ObjectReference.hash(rowID, hierarchy, seed: seed) }
}
