/// An attribute of an entity, or an element of a composite.
package struct AttributeElement: PropertyElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var userInfo: UserInfoElement?
    /// The elements of a composite that are written inside the attribute itself.
    /// `ModelElement.elements(of:)` also finds those of a composite of the model.
    package var elements: [AttributeElement]

    package init(name: String, type: AttributeType) {
        fields = Fields(["name": name, "attributeType": type.rawValue])
        location = .none
        unknown = []
        elements = []
    }
}

extension AttributeElement {
    /// The type; undefined if the file names none.
    package var type: AttributeType {
        get { fields["attributeType"].flatMap(AttributeType.init) ?? .undefined }
        set { fields["attributeType"] = newValue == .undefined ? nil : newValue.rawValue }
    }

    /// Whether a generated class declares the property as a scalar, such as `Int64`, instead of
    /// `NSNumber?`. Xcode's default differs by type, so it writes the field for every type that has
    /// a scalar.
    package var usesScalarValueType: Bool {
        get { fields[flag: "usesScalarValueType"] }
        set { fields["usesScalarValueType"] = newValue ? "YES" : "NO" }
    }

    /// Whether a large value may be stored in a separate file next to the store.
    package var allowsExternalBinaryDataStorage: Bool {
        get { fields[flag: "allowsExternalBinaryDataStorage"] }
        set { fields[flag: "allowsExternalBinaryDataStorage"] = newValue }
    }

    /// Whether persistent history keeps the value of a deleted object.
    package var preservesValueInHistoryOnDeletion: Bool {
        get { fields[flag: "preserveAfterDeletion"] }
        set { fields[flag: "preserveAfterDeletion"] = newValue }
    }

    /// Whether CloudKit encrypts the value.
    package var allowsCloudEncryption: Bool {
        get { fields[flag: "allowsCloudEncryption"] }
        set { fields[flag: "allowsCloudEncryption"] = newValue }
    }

    /// The name of the value transformer of a transformable attribute.
    package var valueTransformerName: String? {
        get { fields["valueTransformerName"] }
        set { fields["valueTransformerName"] = newValue }
    }

    /// The class of a transformable attribute's values.
    package var customClassName: String? {
        get { fields["customClassName"] }
        set { fields["customClassName"] = newValue }
    }

    /// Whether the store computes the value from `derivationExpression`.
    package var isDerived: Bool {
        get { fields[flag: "derived"] }
        set { fields[flag: "derived"] = newValue }
    }

    /// The expression of a derived attribute, such as `now()`, `canonical:(name)` or
    /// `items.@count`.
    package var derivationExpression: String? {
        get { fields["derivationExpression"] }
        set { fields["derivationExpression"] = newValue }
    }

    /// The regular expression that a string has to match entirely.
    package var regularExpressionString: String? {
        get { fields["regularExpressionString"] }
        set { fields["regularExpressionString"] = newValue }
    }

    /// The name of the composite that defines this attribute's elements.
    ///
    /// No public file shows the field that Xcode uses. If this one is absent,
    /// `ModelElement.composite(of:)` accepts any field that names a composite.
    package var compositeName: String? {
        get { fields["compositeName"] }
        set { fields["compositeName"] = newValue }
    }
}
