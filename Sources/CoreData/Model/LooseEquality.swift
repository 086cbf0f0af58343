internal import Foundation

// What a model's maker may put into it is of any type. Two such values are equal where their types say so; where they cannot,
// where they are one object.

func areEqual(_ left: [AnyHashable: Any], _ right: [AnyHashable: Any]) -> Bool {
    left.count == right.count && left.allSatisfy { key, value in right[key].map { areEqual(value, $0) } ?? false }
}

func areEqual(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
    return type(of: left) is AnyObject.Type && left as AnyObject === right as AnyObject
}

/// Whether two requests ask the same; their entities are compared by name.
func areEqual(
    _ left: NSFetchRequest<any NSFetchRequestResult>?, _ right: NSFetchRequest<any NSFetchRequestResult>?
) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.entityName == right.entityName
        && left.predicate == right.predicate
        && left.sortDescriptors == right.sortDescriptors
        && left.fetchLimit == right.fetchLimit
        && left.fetchOffset == right.fetchOffset
        && left.resultType == right.resultType
        && left.includesPendingChanges == right.includesPendingChanges
        && left.includesSubentities == right.includesSubentities
}
