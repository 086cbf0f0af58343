/// What becomes of related objects when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing: they may be left referring to an object that is gone.
    case noActionDeleteRule = 0
    /// They no longer refer to it.
    case nullifyDeleteRule = 1
    /// They are deleted too.
    case cascadeDeleteRule = 2
    /// The object cannot be deleted while there are any.
    case denyDeleteRule = 3
}

/// A relationship: a property that refers to one or several objects of an entity.
// Safe to share: see NSPropertyDescription.
public final class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// The entity whose objects it refers to. Not kept alive: its model does that.
    public weak var destinationEntity: NSEntityDescription? { willSet { requireEditable() } }

    /// The relationship that leads back. Each of the two has to be told of the other.
    public weak var inverseRelationship: NSRelationshipDescription? { willSet { requireEditable() } }

    /// The most objects it may refer to: 1 for a to-one relationship; 0, unless set, for any number.
    public var maxCount = 0 { willSet { requireEditable() } }

    /// The fewest objects it may refer to, where it refers to any; 0 for any number.
    public var minCount = 0 { willSet { requireEditable() } }

    public var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireEditable() } }

    /// Whether a to-many relationship keeps an order. False unless set.
    public var isOrdered = false { willSet { requireEditable() } }

    /// Whether it may refer to several objects: all but those with a `maxCount` of 1.
    public var isToMany: Bool { maxCount != 1 }

    override func takeOver(_ other: NSPropertyDescription) {
        super.takeOver(other)
        guard let other = other as? NSRelationshipDescription else { return }
        destinationEntity = other.destinationEntity
        inverseRelationship = other.inverseRelationship
        maxCount = other.maxCount
        minCount = other.minCount
        deleteRule = other.deleteRule
        isOrdered = other.isOrdered
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add("relationship")
        hash.add(destinationEntity?.name)
        hash.add(inverseRelationship?.name)
        hash.add(minCount)
        hash.add(maxCount)
        hash.add(isOrdered)
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        guard super.saysTheSame(as: other), let other = other as? NSRelationshipDescription else { return false }
        return destinationEntity?.name == other.destinationEntity?.name
            && inverseRelationship?.name == other.inverseRelationship?.name
            && maxCount == other.maxCount
            && minCount == other.minCount
            && deleteRule == other.deleteRule
            && isOrdered == other.isOrdered
    }

    public override var description: String {
        "\(commonText), destination entity \(destinationEntity?.name ?? "(null)"), inverseRelationship \(inverseRelationship?.name ?? "(null)"), minCount \(minCount), maxCount \(maxCount), isOrdered \(isOrdered ? 1 : 0), deleteRule \(deleteRule.rawValue)"
    }
}
