internal import StrataModelDifference

/// The description of a composite attribute: several attributes under one name. Its value is a
/// dictionary with a value for each element.
///
/// Its `attributeType` is `compositeAttributeType`. An element may be a composite attribute itself.
// Safe to share: see NSPropertyDescription.
public final class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    /// The attributes that the composite consists of.
    public var elements: [NSAttributeDescription] = [] { willSet { requireEditable() } }

    /// Creates a composite attribute without elements.
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        elements = other.elements.map { $0.copied() }
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add(elements.count)
        for element in elements.sorted(by: { $0.name < $1.name }) { hash.add(element.versionHash) }
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        super.saysTheSame(as: other) && elements == (other as? NSCompositeAttributeDescription)?.elements
    }
}
