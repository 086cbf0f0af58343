internal import StrataModelDifference
public import StrataPredicates

/// The description of a derived attribute, whose value the store computes when an object is saved.
// Safe to share: see NSPropertyDescription.
public final class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The expression that computes the value: a key path, `canonical:(name)`, `uppercase:(name)`,
    /// `lowercase:(name)`, `items.@count`, `items.price.@sum` or `now()`.
    public var derivationExpression: NSExpression? { willSet { requireEditable() } }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
        guard let other = other as? NSDerivedAttributeDescription else { return }
        derivationExpression = other.derivationExpression
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add(derivationExpression?.description)
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        super.saysTheSame(as: other) && derivationExpression == (other as? NSDerivedAttributeDescription)?.derivationExpression
    }
}
