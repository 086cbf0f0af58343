internal import StrataPredicates

extension EntityLayout {
    /// The slots of the attributes whose values the history keeps for deleted objects, in the order
    /// of the columns ZTOMBSTONE0, ZTOMBSTONE1 …: sorted by name, including inherited attributes.
    /// Like Apple's frameworks, it omits attributes that allow external storage.
    ///
    /// Composite attributes come last and have a column for each element, so that the columns of
    /// others do not depend on them. Those with elements of other than plain types are omitted.
    var tombstoneSlots: [Int] {
        let preserved = historySlots.filter { kinds[$0].isAttribute && attribute($0).preservesValueInHistoryOnDeletion }
        return preserved.filter { kinds[$0] == .attribute && !attribute($0).allowsExternalBinaryDataStorage }
            + preserved.filter { kinds[$0] == .composite && tombstoneTypes($0).allSatisfy(\.isPlainElement) }
    }

    /// Returns the types of the tombstone columns of an attribute.
    func tombstoneTypes(_ slot: Int) -> [NSAttributeType] {
        let attribute = attribute(slot)
        return (attribute as? NSCompositeAttributeDescription)?.elements.map(\.attributeType) ?? [attribute.attributeType]
    }

    /// The number of tombstone columns of the entity.
    var tombstoneCount: Int { tombstoneSlots.reduce(0) { $0 + tombstoneTypes($1).count } }
}

extension NSAttributeType {
    /// Whether the element of a composite attribute has one column with the value itself.
    fileprivate var isPlainElement: Bool { self != .compositeAttributeType && self != .transformableAttributeType }
}
