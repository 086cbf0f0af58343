internal import StrataPredicates

/// The identity of a row: the hierarchy of its entity, and its row ID.
///
/// The entities of a hierarchy share one sequence of row IDs; see `RowID` for permanent and
/// temporary IDs, and `RowID.sortPosition` for their order.
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
    func _rawHashValue(seed: Int) -> Int { rowID.hash(in: hierarchy, seed: seed) }
}
