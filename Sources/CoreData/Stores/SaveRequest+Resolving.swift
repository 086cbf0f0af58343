internal import StrataPredicates

extension SaveRequest.Update {
    /// Merges the update with a row that another writer changed, according to the merge policy.
    mutating func resolve(_ stored: Row, _ policy: NSMergePolicyType) {
        let theirs = Set(stored.values.differences(from: read.values))
        switch policy {
        case .errorMergePolicyType, .rollbackMergePolicyType:
            changed = []
        case .mergeByPropertyStoreTrumpMergePolicyType:
            changed.removeAll(where: theirs.contains)
        case .mergeByPropertyObjectTrumpMergePolicyType:
            break
        case .overwriteMergePolicyType:
            changed = layout.kinds.indices.filter { layout.kinds[$0].isAttribute || layout.kinds[$0] == .toOne }
        }
        let mine = values
        values = stored.values
        for slot in changed { values[slot] = mine[slot] }
    }
}
