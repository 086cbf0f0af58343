internal import StrataModelDifference

/// The effect that deleting an object has on the objects of a relationship.
public enum NSDeleteRule: UInt, Sendable {
    /// They are not changed, and may keep referring to the deleted object.
    case noActionDeleteRule = 0
    /// They no longer refer to the deleted object.
    case nullifyDeleteRule = 1
    /// They are deleted too.
    case cascadeDeleteRule = 2
    /// The object cannot be deleted while the relationship has objects.
    case denyDeleteRule = 3
}

/// The description of a relationship: a property that refers to one or several objects of an
/// entity.
// Safe to share: see NSPropertyDescription.
public final class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// The entity of the objects that the relationship refers to. Not retained, since the model
    /// retains it.
    public weak var destinationEntity: NSEntityDescription? { willSet { requireEditable() } }

    /// The inverse relationship. Set it on both relationships.
    public weak var inverseRelationship: NSRelationshipDescription? { willSet { requireEditable() } }

    /// The maximum number of objects: 1 for a to-one relationship, 0 for no limit. 0 unless set.
    public var maxCount = 0 { willSet { requireEditable() } }

    /// The minimum number of objects; 0 for no limit. An optional relationship can also be empty.
    public var minCount = 0 { willSet { requireEditable() } }

    /// The effect that deleting the owner has on the related objects. Nullify unless set.
    public var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireEditable() } }

    /// Whether a to-many relationship is ordered. False unless set.
    public var isOrdered = false { willSet { requireEditable() } }

    /// Whether the relationship is to-many: its `maxCount` is not 1.
    public var isToMany: Bool { maxCount != 1 }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
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
