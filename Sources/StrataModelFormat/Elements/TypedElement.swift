/// An element of a model's file with typed access to its fields, such as an entity or an attribute.
package protocol TypedElement: Equatable, Sendable {
    /// The XML attributes, known and unknown.
    var fields: Fields { get set }

    /// The position of the element's start tag.
    var location: SourceLocation { get set }

    /// The child elements that this version of Strata does not know. They are written back after
    /// the others.
    var unknown: [RawElement] { get set }

    /// Reads an element with everything inside it.
    ///
    /// - Throws: `ModelFileError` for an element without a name, or with a value outside a closed
    ///   set.
    init(_ raw: RawElement) throws(ModelFileError)

    /// The element as XML, with its children in Xcode's order.
    var raw: RawElement { get }
}

extension TypedElement {
    /// Two elements are equal if their XML is; their locations do not matter.
    package static func == (left: Self, right: Self) -> Bool {
        left.raw == right.raw
    }
}

/// An element that has a name.
package protocol NamedElement: TypedElement {}

extension NamedElement {
    /// The name; never empty in an element that was read.
    package var name: String {
        get { fields["name"] ?? "" }
        set { fields["name"] = newValue }
    }
}

/// An element that programmers can annotate with keys and values.
package protocol AnnotatedElement: NamedElement {
    /// The keys and values of `userInfo`, in the file's order.
    var userInfo: UserInfoElement? { get set }
}

extension AnnotatedElement {
    /// The element's identity across versions; nil if its name identifies it.
    package var renamingIdentifier: String? {
        get { fields["elementID"] }
        set { fields["elementID"] = newValue }
    }

    /// A text that changes the version hash of an otherwise unchanged element.
    package var versionHashModifier: String? {
        get { fields["versionHashModifier"] }
        set { fields["versionHashModifier"] = newValue }
    }
}

/// A property of an entity: an attribute, a relationship or a fetched property.
package protocol PropertyElement: AnnotatedElement {}

extension PropertyElement {
    /// Whether the value may be missing when the object is saved.
    package var isOptional: Bool {
        get { fields[flag: "optional"] }
        set { fields[flag: "optional"] = newValue }
    }

    /// Whether the value exists only in memory and is never stored.
    package var isTransient: Bool {
        get { fields[flag: "transient"] }
        set { fields[flag: "transient"] = newValue }
    }

    /// Whether the property has a separate index. Versions before Xcode 9, which introduced fetch
    /// indexes, wrote the field.
    package var isIndexed: Bool {
        get { fields[flag: "indexed"] }
        set { fields[flag: "indexed"] = newValue }
    }

    /// Whether Spotlight finds objects by this property.
    package var isIndexedBySpotlight: Bool {
        get { fields[flag: "spotlightIndexingEnabled"] }
        set { fields[flag: "spotlightIndexingEnabled"] = newValue }
    }

    /// Whether Spotlight's external record contains the value too ("Store in External Record
    /// File").
    package var isStoredInExternalRecord: Bool {
        get { fields[flag: "storedInTruthFile"] }
        set { fields[flag: "storedInTruthFile"] = newValue }
    }
}
