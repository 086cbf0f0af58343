/// A named subset of a model's entities, to which a store can be limited.
package struct ConfigurationElement: NamedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The elements that name the entities, with their other fields.
    package var members: [RawElement]

    package init(name: String, memberEntities: [String]) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        members = []
        self.memberEntities = memberEntities
    }

    /// The names of the entities.
    package var memberEntities: [String] {
        get { members.map { $0.fields["name"] ?? "" } }
        set { members = newValue.map { RawElement(name: "memberEntity", fields: Fields(["name": $0])) } }
    }

    /// Whether the configuration's entities are synchronized with CloudKit.
    package var isUsedWithCloudKit: Bool {
        get { fields[flag: "usedWithCloudKit"] }
        set { fields[flag: "usedWithCloudKit"] = newValue }
    }
}
