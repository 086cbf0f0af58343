internal import StrataPredicates

extension EntityLayout {
    /// The slots of the attributes whose values the history keeps for deleted objects, in the order
    /// of the columns ZTOMBSTONE0, ZTOMBSTONE1 …: sorted by name, including inherited attributes.
    /// Like Apple's frameworks, it omits attributes that allow external storage.
    var tombstoneSlots: [Int] {
        historySlots.filter { slot in
            guard kinds[slot] == .attribute else { return false }
            let attribute = attribute(slot)
            return attribute.preservesValueInHistoryOnDeletion && !attribute.allowsExternalBinaryDataStorage
        }
    }
}
