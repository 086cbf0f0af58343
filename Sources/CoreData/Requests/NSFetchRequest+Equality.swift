// Equality of the fetch requests in a model: its templates, and those of fetched properties.

/// Whether two requests have equal properties. Their entities are compared by name.
func areEqual(
    _ left: NSFetchRequest<any NSFetchRequestResult>?, _ right: NSFetchRequest<any NSFetchRequestResult>?
) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.entityName == right.entityName
        && areEqual(left, right, in: Asked.flags)
        && areEqual(left, right, in: Asked.numbers)
        && left.predicate == right.predicate
        && left.havingPredicate == right.havingPredicate
        && left.sortDescriptors == right.sortDescriptors
        && left.resultType == right.resultType
        && left.relationshipKeyPathsForPrefetching == right.relationshipKeyPathsForPrefetching
        && areEqual(left.propertiesToFetch, right.propertiesToFetch)
        && areEqual(left.propertiesToGroupBy, right.propertiesToGroupBy)
}

private func areEqual<Part: Equatable>(
    _ left: NSFetchRequest<any NSFetchRequestResult>, _ right: NSFetchRequest<any NSFetchRequestResult>,
    in parts: [KeyPath<NSFetchRequest<any NSFetchRequestResult>, Part>]
) -> Bool {
    parts.allSatisfy { left[keyPath: $0] == right[keyPath: $0] }
}

/// Whether two lists contain the same properties. A name equals a description with that name.
private func areEqual(_ left: [Any]?, _ right: [Any]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count
        && zip(left, right).allSatisfy { a, b in
            if let a = a as? NSExpressionDescription, let b = b as? NSExpressionDescription { return a.saysTheSame(as: b) }
            guard let a = plainName(a), let b = plainName(b) else { return areEqual(a, b) }
            return a == b
        }
}

private func plainName(_ property: Any) -> String? {
    property is NSExpressionDescription ? nil : property as? String ?? (property as? NSPropertyDescription)?.name
}

/// The numeric and Boolean properties of requests to compare.
private enum Asked {
    typealias Request = NSFetchRequest<any NSFetchRequestResult>

    static var numbers: [KeyPath<Request, Int>] { [\.fetchLimit, \.fetchOffset, \.fetchBatchSize] }

    static var flags: [KeyPath<Request, Bool>] {
        [
            \.includesPendingChanges, \.includesSubentities, \.includesPropertyValues, \.returnsObjectsAsFaults,
            \.returnsDistinctResults, \.shouldRefreshRefetchedObjects,
        ]
    }
}
