internal import StrataPredicates

extension EntityLayout {
    /// The attributes whose values the history keeps for deleted objects, in the order of their
    /// columns ZTOMBSTONE0, ZTOMBSTONE1 …: sorted by name, with inherited ones. Attributes that
    /// allow external storage are left out, as by Apple's frameworks.
    var tombstoneSlots: [Int] {
        historySlots.filter { slot in
            guard kinds[slot] == .attribute else { return false }
            let attribute = attribute(slot)
            return attribute.preservesValueInHistoryOnDeletion && !attribute.allowsExternalBinaryDataStorage
        }
    }
}
