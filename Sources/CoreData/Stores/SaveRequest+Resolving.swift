internal import StrataPredicates

extension SaveRequest.Update {
    /// Merges the update with a row that another writer changed, according to the merge policy.
    mutating func resolve(_ stored: Row, _ policy: NSMergePolicyType) {
        (values, changed) = policy.merge(values, changed: changed, read: read, with: stored)
    }
}
