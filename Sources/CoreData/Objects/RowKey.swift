internal import Predicates

/// Identifies a row: the hierarchy of its entity, and its row ID.
///
/// Positive row IDs are permanent: primary keys in a store, which `KeySpace` distinguishes. The
/// entities of a hierarchy share them. Negative row IDs are temporary, for objects that were not
/// saved yet; they count down. See `ObjectReference.place` for the order of both.
struct RowKey: Hashable, Sendable {
    let hierarchy: ObjectIdentifier
    let number: Int64

    init(hierarchy: ObjectIdentifier, number: Int64) {
        self.hierarchy = hierarchy
        self.number = number
    }

    init(_ layout: EntityLayout, _ number: Int64) {
        self.init(hierarchy: layout.hierarchy, number: number)
    }

    init(_ entity: NSEntityDescription, _ number: Int64) {
        self.init(entity.layout, number)
    }

    var isTemporary: Bool { number < 0 }
}

extension RowKey {
    func _rawHashValue(seed: Int) -> Int { ObjectReference.hash(number, hierarchy, seed: seed) }
}
