/// A model: the root element of a `contents` file.
package struct ModelElement: TypedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    package var entities: [EntityElement]
    package var composites: [CompositeElement]
    /// The fetch request templates.
    package var fetchRequests: [FetchRequestElement]
    package var configurations: [ConfigurationElement]
    /// The positions of the entities in Xcode's diagram, kept as written.
    package var layout: RawElement?

    /// Creates an empty model with the fields that Xcode writes for a new one.
    package init() {
        fields = Fields([
            "type": "com.apple.IDECoreDataModeler.DataModel", "documentVersion": "1.0", "minimumToolsVersion": "Automatic",
            "sourceLanguage": "Swift", "userDefinedModelVersionIdentifier": "",
        ])
        location = .none
        unknown = []
        entities = []
        composites = []
        fetchRequests = []
        configurations = []
    }
}

extension ModelElement {
    /// The user-defined identifier of the version; empty for none.
    package var versionIdentifier: String {
        get { fields["userDefinedModelVersionIdentifier"] ?? "" }
        set { fields["userDefinedModelVersionIdentifier"] = newValue }
    }

    /// `Swift`, or nil for Objective-C.
    package var sourceLanguage: String? {
        get { fields["sourceLanguage"] }
        set { fields["sourceLanguage"] = newValue }
    }

    /// Whether the model is synchronized with CloudKit.
    package var isUsedWithCloudKit: Bool {
        get { fields[flag: "usedWithCloudKit"] }
        set { fields[flag: "usedWithCloudKit"] = newValue }
    }

    /// Returns the entity of a name; the first if the file has it twice.
    package func entity(named name: String) -> EntityElement? {
        entities.first { $0.name == name }
    }
}
