internal import Predicates

/// Names a row: the hierarchy of its entity and its number.
///
/// Numbers above zero are primary keys in a store, which `KeySpace` tells apart; entities of one hierarchy share them. Numbers below zero belong to objects
/// that were not saved yet; they count down; see `ObjectReference.place`.
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
