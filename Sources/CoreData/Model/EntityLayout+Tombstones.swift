internal import Predicates

extension EntityLayout {
    /// The attributes whose values the history keeps of deleted objects, in the order of their columns ZTOMBSTONE0, ZTOMBSTONE1 …: that
    /// of their names, inherited ones included. Data that may lie outside the row is not kept, as by Apple's.
    var tombstoneSlots: [Int] {
        historySlots.filter { slot in
            guard kinds[slot] == .attribute else { return false }
            let attribute = attribute(slot)
            return attribute.preservesValueInHistoryOnDeletion && !attribute.allowsExternalBinaryDataStorage
        }
    }
}
