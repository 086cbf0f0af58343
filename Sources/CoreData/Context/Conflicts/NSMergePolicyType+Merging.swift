internal import StrataPredicates

extension NSMergePolicyType {
    /// Merges the changes of an object with a row that another writer changed. Returns the values, and
    /// the slots in which they are the object's own.
    ///
    /// - Parameters:
    ///   - values: The values of the object.
    ///   - changed: The slots in which they differ from the row that the object read.
    ///   - read: The row that the object read.
    ///   - stored: The row as it is now.
    func merge(_ values: RowValues, changed: [Int], read: Row, with stored: Row) -> (values: RowValues, changed: [Int]) {
        let kinds = stored.layout.kinds
        let own: [Int]
        switch self {
        case .errorMergePolicyType, .rollbackMergePolicyType:
            own = []
        case .mergeByPropertyStoreTrumpMergePolicyType:
            let theirs = Set(stored.values.differences(from: read.values))
            own = changed.filter { !theirs.contains($0) }
        case .mergeByPropertyObjectTrumpMergePolicyType:
            own = changed
        case .overwriteMergePolicyType:
            own = kinds.indices.filter { kinds[$0].isAttribute || kinds[$0] == .toOne }
        }
        var merged = stored.values
        for slot in own { merged[slot] = values[slot] }
        return (merged, own)
    }
}
