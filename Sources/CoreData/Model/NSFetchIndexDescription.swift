public import Foundation
public import Predicates
internal import Traps

/// An index that makes fetches by its elements fast; part of an entity.
// Safe to share: see NSPropertyDescription: immutable once the model is in use.
public final class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    public var name: String { willSet { requireEditable() } }

    public var elements: [NSFetchIndexElementDescription] {
        willSet { requireEditable() }
        didSet { adoptElements() }
    }

    /// Which objects the index holds; nil for all.
    public var partialIndexPredicate: NSPredicate? { willSet { requireEditable() } }

    public internal(set) weak var entity: NSEntityDescription?

    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        adoptElements()
    }

    private func adoptElements() {
        for element in elements { element.indexDescription = self }
    }

    fileprivate func requireEditable() {
        require(
            entity?.isInUse != true, "The index '\(name)' belongs to a model that is in use and can no longer be changed.")
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexDescription(name: name, elements: elements.map { $0.copied() })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexDescription else { return false }
        return name == other.name && elements == other.elements && partialIndexPredicate == other.partialIndexPredicate
    }

    public override var hash: Int { name.hashValue }
}

/// How an index element's values are kept.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// In the order of the values.
    case binary = 0
    /// As numeric ranges of several dimensions, one an element.
    case rTree = 1
}

/// One column of an index.
// Safe to share: see NSPropertyDescription: immutable once the model is in use.
public final class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    /// An attribute or a to-one relationship of the index's entity, or an `NSExpressionDescription`.
    public internal(set) var property: NSPropertyDescription?
    public var collationType: NSFetchIndexElementType { willSet { indexDescription?.requireEditable() } }
    public var isAscending = true { willSet { indexDescription?.requireEditable() } }
    public internal(set) weak var indexDescription: NSFetchIndexDescription?

    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    public var propertyName: String? { property?.name }

    public func copy(with zone: NSZone? = nil) -> Any {
        guard let property else { trap("An index element without a property cannot be copied.") }
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexElementDescription else { return false }
        // Properties belong to their entity, which compares them; an expression belongs to the index.
        let isSame = property is NSExpressionDescription ? property == other.property : propertyName == other.propertyName
        return isSame && collationType == other.collationType && isAscending == other.isAscending
    }

    public override var hash: Int { propertyName.hashValue }
}
