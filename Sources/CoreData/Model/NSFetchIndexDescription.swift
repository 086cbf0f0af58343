public import Foundation
public import StrataPredicates
internal import StrataTraps

/// The description of an index of an entity's table, which speeds up fetches that filter or sort by
/// its elements.
// Safe to share: see NSPropertyDescription: immutable once the model is in use.
public final class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The index's name, unique in its entity.
    public var name: String { willSet { requireEditable() } }

    /// The columns of the index, in order.
    public var elements: [NSFetchIndexElementDescription] {
        willSet { requireEditable() }
        didSet { adoptElements() }
    }

    /// The condition for objects to be in the index; nil for all objects.
    public var partialIndexPredicate: NSPredicate? { willSet { requireEditable() } }

    /// The entity that the index was added to.
    public internal(set) weak var entity: NSEntityDescription?

    /// Creates an index with a name and its columns.
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

    /// Returns a mutable copy with copies of the elements. The copy belongs to no entity.
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

/// The structure in which an index keeps an element's values.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// A B-tree, in the order of the values.
    case binary = 0
    /// An R-tree, for ranges of numbers, with one dimension for each element.
    case rTree = 1
}

/// The description of one column of an index.
// Safe to share: see NSPropertyDescription: immutable once the model is in use.
public final class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The indexed property: an attribute or a to-one relationship of the index's entity, or an
    /// `NSExpressionDescription`.
    public internal(set) var property: NSPropertyDescription?
    /// The structure in which the index keeps the values.
    public var collationType: NSFetchIndexElementType { willSet { indexDescription?.requireEditable() } }
    /// Whether the index is in ascending order. True unless set.
    public var isAscending = true { willSet { indexDescription?.requireEditable() } }
    /// The index that the element belongs to.
    public internal(set) weak var indexDescription: NSFetchIndexDescription?

    /// Creates an index element for a property.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
    }

    /// The name of the indexed property.
    public var propertyName: String? { property?.name }

    /// Returns a mutable copy that belongs to no index.
    public func copy(with zone: NSZone? = nil) -> Any {
        guard let property else { trap("An index element without a property cannot be copied.") }
        let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexElementDescription else { return false }
        // Compares properties by name, because their entity compares the rest. An expression has no
        // entity.
        let isSame = property is NSExpressionDescription ? property == other.property : propertyName == other.propertyName
        return isSame && collationType == other.collationType && isAscending == other.isAscending
    }

    public override var hash: Int { propertyName.hashValue }
}
