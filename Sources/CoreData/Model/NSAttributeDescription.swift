internal import Predicates

/// An attribute: a property that holds a plain value.
// Safe to share: see NSPropertyDescription.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    public var attributeType = NSAttributeType.undefinedAttributeType { willSet { requireEditable() } }

    /// The attribute's type under its short name; reads and writes `attributeType`.
    public var type: AttributeType {
        get { AttributeType(attributeType) }
        set { attributeType = NSAttributeType(newValue) }
    }

    private var givenValueClassName: String?

    /// The class of the values: given by the type, and to be set for transformable attributes only.
    public var attributeValueClassName: String? {
        get { givenValueClassName ?? attributeType.valueClassName }
        set {
            requireEditable()
            givenValueClassName = newValue
        }
    }

    /// The value of this attribute in a new object, of the type that `attributeType` asks for.
    public var defaultValue: Any? { willSet { requireEditable() } }

    /// The name under which the value transformer of a transformable attribute is registered; nil for the standard one.
    public var valueTransformerName: String? { willSet { requireEditable() } }

    /// Whether a store may keep large data in files of its own.
    public var allowsExternalBinaryDataStorage = false { willSet { requireEditable() } }

    /// Whether history keeps the value of a deleted object.
    public var preservesValueInHistoryOnDeletion = false { willSet { requireEditable() } }

    /// Whether CloudKit shall encrypt the value; there is none on Linux, so it is only kept.
    public var allowsCloudEncryption = false { willSet { requireEditable() } }

    override func takeOver(_ other: NSPropertyDescription) {
        super.takeOver(other)
        guard let other = other as? NSAttributeDescription else { return }
        attributeType = other.attributeType
        givenValueClassName = other.givenValueClassName
        defaultValue = other.defaultValue
        valueTransformerName = other.valueTransformerName
        allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
        preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
        allowsCloudEncryption = other.allowsCloudEncryption
    }

    override func addVersion(to hash: inout VersionHash) {
        super.addVersion(to: &hash)
        hash.add("attribute")
        hash.add(Int(attributeType.rawValue))
        // Data in files of its own is marked as such in its column.
        if allowsExternalBinaryDataStorage { hash.add("external") }
    }

    override func saysTheSame(as other: NSPropertyDescription) -> Bool {
        guard super.saysTheSame(as: other), let other = other as? NSAttributeDescription else { return false }
        return attributeType == other.attributeType
            && attributeValueClassName == other.attributeValueClassName
            && hasDefault(of: other)
            && valueTransformerName == other.valueTransformerName
            && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
            && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
            && allowsCloudEncryption == other.allowsCloudEncryption
    }

    /// Whether the default is the same: as the attribute's type sees it, so that an Int and an NSNumber may be equal.
    private func hasDefault(of other: NSAttributeDescription) -> Bool {
        guard let mine = defaultValue, let theirs = other.defaultValue else {
            return defaultValue == nil && other.defaultValue == nil
        }
        if let mine = Value(mine, as: attributeType), let theirs = Value(theirs, as: attributeType) { return mine == theirs }
        return areEqual(mine, theirs)
    }

    open override var description: String {
        let value = defaultValue.map { PropertyListText.plain($0) } ?? "(null)"
        return
            "\(commonText), attributeType \(attributeType.rawValue) , attributeValueClassName \(attributeValueClassName ?? "(null)"), defaultValue \(value)"
    }
}
