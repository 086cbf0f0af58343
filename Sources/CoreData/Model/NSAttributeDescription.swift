internal import StrataModelDifference
internal import StrataPredicates

/// The description of an attribute: a property that holds a value, such as a number, a string or a
/// date.
// Safe to share: see NSPropertyDescription.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of the attribute's values; undefined unless set.
    public var attributeType = NSAttributeType.undefinedAttributeType { willSet { requireEditable() } }

    /// The attribute's type, by its short name. Reads and writes `attributeType`.
    public var type: AttributeType {
        get { AttributeType(attributeType) }
        set { attributeType = NSAttributeType(newValue) }
    }

    private var givenValueClassName: String?

    /// The name of the values' class. The type determines it; set it for transformable attributes
    /// only.
    public var attributeValueClassName: String? {
        get { givenValueClassName ?? attributeType.valueClassName }
        set {
            requireEditable()
            givenValueClassName = newValue
        }
    }

    /// The attribute's value in a new object; nil for none. It has to match `attributeType`.
    public var defaultValue: Any? { willSet { requireEditable() } }

    /// The name of a transformable attribute's value transformer. If nil, values are stored as
    /// keyed archives or property lists.
    public var valueTransformerName: String? { willSet { requireEditable() } }

    /// Whether a store may keep large data in external files.
    public var allowsExternalBinaryDataStorage = false { willSet { requireEditable() } }

    /// Whether the history keeps the value when the object is deleted; see
    /// `NSPersistentHistoryChange.tombstone`.
    public var preservesValueInHistoryOnDeletion = false { willSet { requireEditable() } }

    /// Whether CloudKit encrypts the value. There is no CloudKit on Linux, so this has no effect.
    public var allowsCloudEncryption = false { willSet { requireEditable() } }

    override func copySettings(of other: NSPropertyDescription) {
        super.copySettings(of: other)
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
        // The column of an external attribute has another format: its first byte is the kind of its
        // content.
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

    /// Whether the default values are equal after conversion to the attribute's type, which makes
    /// an Int comparable to an NSNumber.
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

extension NSAttributeDescription {
    /// Whether the data may be in a file of its own. If so, the column begins with a byte for the
    /// kind of its content.
    var isExternal: Bool {
        allowsExternalBinaryDataStorage
            && (attributeType == .binaryDataAttributeType || attributeType == .transformableAttributeType)
    }
}
