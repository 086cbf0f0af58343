/// One kind of element of a model's file, such as an entity or an attribute.
package protocol TypedElement: Equatable, Sendable {
    /// The XML attributes, known and unknown.
    var fields: Fields { get set }
    /// Where the element's first tag stands.
    var location: SourceLocation { get set }
    /// Child elements that this version of Strata does not know. They are kept and written back last.
    var unknown: [RawElement] { get set }

    /// Reads an element with all that stands in it.
    ///
    /// - Throws: `ModelFileError` for what has no name or a value outside a closed set.
    init(_ raw: RawElement) throws(ModelFileError)

    /// The element as it is written, children in Xcode's order.
    var raw: RawElement { get }
}

extension TypedElement {
    /// Two elements are equal if they say the same, wherever they stand.
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

/// An element that programmers can attach keys and values to.
package protocol AnnotatedElement: NamedElement {
    /// The keys and values of `userInfo`, in the file's order.
    var userInfo: UserInfoElement? { get set }
}

extension AnnotatedElement {
    /// The element's identity across versions; nil means its name.
    package var renamingIdentifier: String? {
        get { fields["elementID"] }
        set { fields["elementID"] = newValue }
    }

    /// What makes two versions differ that are alike in everything else.
    package var versionHashModifier: String? {
        get { fields["versionHashModifier"] }
        set { fields["versionHashModifier"] = newValue }
    }

    /// Whether Sync Services, which Apple retired, took the element. Kept because Xcode writes it still.
    package var isSyncable: Bool {
        get { fields[flag: "syncable"] }
        set { fields[flag: "syncable"] = newValue }
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

    /// Whether the value stays in memory and is never stored.
    package var isTransient: Bool {
        get { fields[flag: "transient"] }
        set { fields[flag: "transient"] = newValue }
    }

    /// Whether the property has an index of its own; written before Xcode 9, which brought fetch indexes.
    package var isIndexed: Bool {
        get { fields[flag: "indexed"] }
        set { fields[flag: "indexed"] = newValue }
    }

    /// Whether Spotlight finds objects by this property.
    package var isIndexedBySpotlight: Bool {
        get { fields[flag: "spotlightIndexingEnabled"] }
        set { fields[flag: "spotlightIndexingEnabled"] = newValue }
    }

    /// Whether Spotlight's own file has the value too ("Store in External Record File").
    package var isStoredInExternalRecord: Bool {
        get { fields[flag: "storedInTruthFile"] }
        set { fields[flag: "storedInTruthFile"] = newValue }
    }
}
