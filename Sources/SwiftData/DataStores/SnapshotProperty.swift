internal import CoreData
internal import Synchronization

/// A stored property of a model class, as snapshots have it.
// Safe to share: constants. Default values are not changed.
struct SnapshotProperty: @unchecked Sendable {
    /// The index among the properties of the class.
    let index: Int
    let name: String
    let isRelationship: Bool
    /// The type of the value without an optional around it; of a relationship, that of its
    /// identifiers.
    let codedType: any Any.Type
    let isOptional: Bool
    /// The default value of a property that cannot be nil.
    let valueIfMissing: Any?

    private static let known = Mutex<[ObjectIdentifier: [SnapshotProperty]]>([:])

    /// Returns the properties of a class that snapshots have.
    static func all(of modelClass: ModelClass) -> [SnapshotProperty] {
        let key = ObjectIdentifier(modelClass.type)
        if let known = known.withLock({ $0[key] }) { return known }
        // Outside of the lock: default values are expressions of the app.
        let made = zip(modelClass.properties, modelClass.valueKinds).enumerated().compactMap { index, pair in
            SnapshotProperty(index, pair.0, pair.1)
        }
        known.withLock { $0[key] = made }
        return made
    }

    private init?(_ index: Int, _ property: ModelClass.Property, _ kind: ValueKind) {
        let options = (property.metadata.metadata as? Schema.Attribute)?.options ?? []
        // Ephemeral values are in memory only.
        guard kind.storage != .memory, !options.contains(.ephemeral) else { return nil }
        self.index = index
        name = property.name
        isRelationship = kind.isRelationship
        isOptional = kind.isOptional || kind.isRelationship
        valueIfMissing = isOptional ? nil : property.metadata.defaultValue.flatMap(OptionalTypes.unwrapped(value:))
        if isRelationship {
            let isToMany = RelationshipTarget(type(of: property.keyPath).valueType)?.isToMany == true
            codedType = isToMany ? [PersistentIdentifier].self : PersistentIdentifier.self
        } else {
            codedType = OptionalTypes.unwrapped(kind.type)
        }
    }
}
