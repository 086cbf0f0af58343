internal import StrataTraps

/// The models of a store: an entity for each model class, with attributes and relationships.
///
/// A schema is created from model types. It contains every model that the given ones reach through
/// relationships, so the roots of an app's models suffice:
///
///     let schema = Schema([Trip.self])
///
/// A subclass of a model is not reached from its superclass, so list it, too.
// Safe to share: the lists are constant. Entities are classes with settable properties, as Apple's
// are. Change one only before its schema is used by a container.
public final class Schema: @unchecked Sendable {
    /// The entities, including subentities: those of the given models, in their order, and then
    /// those of the models that they reach.
    public let entities: [Entity]

    /// The entities by name.
    public let entitiesByName: [String: Entity]

    /// The version of the models; 1.0.0 unless given.
    public let version: Version

    /// The version of the format in which the schema was encoded; `schemaEncodingVersion` unless
    /// the schema was decoded.
    public let encodingVersion: Version

    /// The version of the format in which schemas are encoded.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// Traps if two entities have one name.
    init(entities roots: [Entity], version: Version, encodingVersion: Version = Schema.schemaEncodingVersion) {
        var entities: [Entity] = []
        var known: Set<ObjectIdentifier> = []
        func add(_ new: [Entity]) {
            let new = new.filter { known.insert(ObjectIdentifier($0)).inserted }
            entities += new
            for entity in new { add(entity.orderedSubentities) }
        }
        add(roots)
        self.entities = entities
        self.version = version
        self.encodingVersion = encodingVersion
        entitiesByName = Dictionary(
            entities.map { ($0.name, $0) },
            uniquingKeysWith: { _, second in trap(Self.sentence(ofTwoModelsNamed: second.name)) })
        for entity in entities where entity.superentity == nil {
            guard let name = entity.superentityName, let superentity = entitiesByName[name] else { continue }
            entity.superentity = superentity
        }
    }

    static func sentence(ofTwoModelsNamed name: String) -> String {
        """
        The schema has two models named '\(name)'. A model's name is that of its class, without the module: rename one, or \
        list the one that is meant.
        """
    }

    /// Creates a schema without entities, of version 1.0.0.
    public convenience init() {
        self.init(entities: [], version: Version(1, 0, 0))
    }

    /// Creates a schema from entities. It contains their subentities, too.
    ///
    /// Traps if two entities have one name.
    public convenience init(_ entities: Schema.Entity..., version: Schema.Version = Version(1, 0, 0)) {
        self.init(entities: entities, version: version)
    }

    /// Creates a schema from model types, with all models that they reach through relationships.
    ///
    /// Of two models with one name, the one that is listed stands for the other one that is reached.
    /// Traps for models that contradict each other, such as two others of one name, or an inverse that
    /// is not a relationship of the destination.
    public convenience init(_ types: [any PersistentModel.Type], version: Schema.Version = Version(1, 0, 0)) {
        do {
            self.init(entities: try SchemaBuilder.entities(of: types), version: version)
        } catch {
            trap((error as? SchemaContradiction)?.reason ?? "\(error)")
        }
    }

    /// Creates a schema from model types, with all models that they reach through relationships.
    public convenience init(_ types: any PersistentModel.Type..., version: Schema.Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// Creates a schema from the models and the version of a versioned schema.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// Returns the name of a model's entity: the name of its class, without its module and the
    /// types that it is nested in.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
        entityName(of: type)
    }

    /// Returns the name of a model's entity, as `entityName(for:)` does.
    static func entityName(of type: any PersistentModel.Type) -> String { String(describing: type) }

    /// Returns the entity of a model type; `nil` if the schema does not contain it.
    ///
    /// A class of the same name, such as that of another version of the schema, is another type.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entity(of: type)
    }

    func entity(of type: any PersistentModel.Type) -> Entity? {
        guard let entity = entitiesByName[Schema.entityName(of: type)] else { return nil }
        // A decoded entity has no type.
        guard let known = entity.modelType else { return entity }
        return ObjectIdentifier(known) == ObjectIdentifier(type) ? entity : nil
    }
}

extension Schema: Hashable {
    /// Returns whether two schemas have the same version and equal entities, in any order.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName
    }

    /// Hashes the version and the names of the entities.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entitiesByName.keys))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// The version and the entities with their properties, one entity a line.
    public var debugDescription: String {
        let lines = entities.map { entity in
            let properties = entity.storedProperties.map { "\($0.name): \($0.valueType)" }.joined(separator: ", ")
            return "\n  \(entity.name)\(entity.superentityName.map { ": \($0)" } ?? "") (\(properties))"
        }
        return "Schema \(version)\(lines.joined())"
    }
}
