public import Foundation

/// An index that makes fetches by its elements fast; part of an entity.
public final class NSFetchIndexDescription: NSObject, @unchecked Sendable {
    public let name: String
    public let elements: [NSFetchIndexElementDescription]

    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
    }
}

/// How an index element's values are kept.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// In the order of the values.
    case binary = 0
}

/// One column of an index.
public final class NSFetchIndexElementDescription: NSObject, @unchecked Sendable {
    public let property: NSPropertyDescription?
    public let collationType: NSFetchIndexElementType
    public var isAscending = true

    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    public var propertyName: String? { property?.name }
}
