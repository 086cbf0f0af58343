/// A named part of a model's entities, which one store can be limited to.
package struct ConfigurationElement: NamedElement {
    package var fields: Fields
    package var location: SourceLocation
    package var unknown: [RawElement]
    /// The names of the entities.
    package var memberEntities: [String]

    package init(name: String, memberEntities: [String]) {
        fields = Fields(["name": name])
        location = .none
        unknown = []
        self.memberEntities = memberEntities
    }

    /// Whether the configuration's entities go to CloudKit.
    package var isUsedWithCloudKit: Bool {
        get { fields[flag: "usedWithCloudKit"] }
        set { fields[flag: "usedWithCloudKit"] = newValue }
    }
}
