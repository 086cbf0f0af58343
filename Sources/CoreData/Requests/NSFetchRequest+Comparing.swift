import Foundation

extension NSFetchRequest {
    /// Whether another request would return the same results.
    package func asksTheSame<Other>(as other: NSFetchRequest<Other>) -> Bool {
        entityName == other.entityName && (entityName != nil || objectClass == other.objectClass) && predicate == other.predicate
            && sortDescriptors == other.sortDescriptors && fetchLimit == other.fetchLimit && fetchOffset == other.fetchOffset
            && fetchBatchSize == other.fetchBatchSize && resultType == other.resultType
            && includesPendingChanges == other.includesPendingChanges && includesSubentities == other.includesSubentities
            && includesPropertyValues == other.includesPropertyValues && returnsObjectsAsFaults == other.returnsObjectsAsFaults
            && shouldRefreshRefetchedObjects == other.shouldRefreshRefetchedObjects
            && relationshipKeyPathsForPrefetching == other.relationshipKeyPathsForPrefetching
            && Self.areEqual(propertiesToFetch, other.propertiesToFetch)
            && Self.areEqual(propertiesToGroupBy, other.propertiesToGroupBy) && havingPredicate == other.havingPredicate
            && returnsDistinctResults == other.returnsDistinctResults && affectedStores == other.affectedStores
    }

    /// Compares lists of property names and descriptions, element by element.
    private static func areEqual(_ one: [Any]?, _ other: [Any]?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.elementsEqual(other) { one, other in
            guard let one = one as? AnyHashable, let other = other as? AnyHashable else { return false }
            return one == other
        }
    }
}
