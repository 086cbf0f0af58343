internal import StrataTraps

extension Schema {
    /// An entity of a schema: a model class with its properties.
    ///
    /// A schema creates its entities from model classes. To create one by hand, list its
    /// properties:
    ///
    ///     let title = Schema.Attribute(name: "title", valueType: String.self)
    ///     let trip = Schema.Entity("Trip", properties: title)
    public final class Entity {
        /// The entity's name, unique in its schema.
        public var name: String

        private weak var parent: Entity?
        private var givenSuperentityName: String?

        /// The direct subentities, in the order in which they were added.
        private(set) var orderedSubentities: [Entity] = []

        /// The properties that the entity declares itself, in the order of their declaration.
        public var storedProperties: [any SchemaProperty]

        /// Lists of names of properties whose combined values are unique among all models, from
        /// `#Unique` and from the option `unique`. A name may be a path to an element of a
        /// composite attribute, such as "home.city".
        public var uniquenessConstraints: [[String]]

        /// The indexes that the entity declares itself.
        var indexes: [IndexDescription] = []

        /// The model class; `nil` for an entity that was created by hand or decoded.
        var modelType: (any PersistentModel.Type)?

        init(name: String, superentityName: String? = nil, subentities: [Entity], properties: [any SchemaProperty]) {
            self.name = name
            givenSuperentityName = superentityName
            storedProperties = properties
            uniquenessConstraints = properties.filter(\.isUnique).map { [$0.name] }
            for entity in subentities { entity.superentity = self }
        }

        /// Creates an entity without properties.
        public convenience init(_ name: String) {
            self.init(name: name, subentities: [], properties: [])
        }

        /// Creates an entity with properties.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name: name, subentities: [], properties: properties)
        }

        /// Creates an entity with subentities and properties.
        public convenience init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
            self.init(name: name, subentities: subentities, properties: properties)
        }

        // MARK: Hierarchy

        /// The superentity; `nil` for a root entity. Setting it changes the subentities of the old
        /// and the new one. Not retained, since the schema retains it.
        ///
        /// Traps for a cycle.
        public var superentity: Entity? {
            get { parent }
            set {
                var ancestor = newValue
                while let entity = ancestor {
                    require(entity !== self, "The entity '\(name)' cannot be its own superentity.")
                    ancestor = entity.parent
                }
                parent?.orderedSubentities.removeAll { $0 === self }
                parent = newValue
                newValue?.orderedSubentities.append(self)
                givenSuperentityName = newValue?.name
            }
        }

        /// The name of the superentity; `nil` for a root entity.
        ///
        /// If it is set while there is no superentity, the schema that the entity is added to sets
        /// its entity of that name as the superentity.
        public var superentityName: String? {
            get { parent?.name ?? givenSuperentityName }
            set { givenSuperentityName = newValue }
        }

        /// The direct subentities. Setting them makes this entity their superentity.
        public var subentities: Set<Entity> {
            get { Set(orderedSubentities) }
            set {
                for entity in orderedSubentities where !newValue.contains(where: { $0 === entity }) { entity.superentity = nil }
                let added = newValue.filter { $0.parent !== self }.sorted { $0.name < $1.name }
                for entity in added { entity.superentity = self }
            }
        }
    }
}

extension Schema.Entity {
    /// The properties: the inherited ones, and then those that the entity declares itself.
    public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }

    /// The properties that the entity declares itself, by name.
    public var storedPropertiesByName: [String: any SchemaProperty] { Self.byName(storedProperties) }

    /// The properties of the superentities, beginning with those of the root entity.
    public var inheritedProperties: [any SchemaProperty] { superentity?.properties ?? [] }

    /// The properties of the superentities, by name.
    public var inheritedPropertiesByName: [String: any SchemaProperty] { Self.byName(inheritedProperties) }

    /// The attributes that the entity declares itself.
    public var attributes: Set<Schema.Attribute> {
        get { Set(orderedAttributes) }
        set { replace(orderedAttributes, with: newValue) }
    }

    /// The attributes that the entity declares itself, by name.
    public var attributesByName: [String: Schema.Attribute] {
        get { Dictionary(orderedAttributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
        set { attributes = Set(newValue.values) }
    }

    /// The relationships that the entity declares itself.
    public var relationships: Set<Schema.Relationship> {
        get { Set(orderedRelationships) }
        set { replace(orderedRelationships, with: newValue) }
    }

    /// The relationships that the entity declares itself, by name.
    public var relationshipsByName: [String: Schema.Relationship] {
        get { Dictionary(orderedRelationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }) }
        set { relationships = Set(newValue.values) }
    }

    /// Lists of names of properties, each of which has an index.
    ///
    /// Setting the lists keeps the structure of indexes that remain. New ones are B-trees.
    public var indices: [[String]] {
        get { indexes.map(\.names) }
        set {
            let known = indexes
            indexes = newValue.map { names in
                known.first { $0.names == names } ?? Schema.IndexDescription(kind: .binary, names: names)
            }
        }
    }

    var orderedAttributes: [Schema.Attribute] { storedProperties.compactMap { $0 as? Schema.Attribute } }

    var orderedRelationships: [Schema.Relationship] { storedProperties.compactMap { $0 as? Schema.Relationship } }

    /// Replaces properties: removes those that are no longer in the set, and appends new ones by
    /// name.
    private func replace<Property: SchemaProperty & AnyObject>(_ old: [Property], with new: Set<Property>) {
        let removed = Set(old.filter { !new.contains($0) }.map(ObjectIdentifier.init))
        let added = new.filter { !old.contains($0) }.sorted { $0.name < $1.name }
        storedProperties.removeAll { removed.contains(ObjectIdentifier($0 as AnyObject)) }
        storedProperties += added
    }

    private static func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Schema.Entity: Hashable {
    /// Returns whether two entities are equal in all their parts. Related entities are compared by
    /// name, and the order of properties is ignored.
    public static func == (lhs: Schema.Entity, rhs: Schema.Entity) -> Bool {
        lhs === rhs
            || lhs.name == rhs.name
                && lhs.superentityName == rhs.superentityName
                && Set(lhs.orderedSubentities.map(\.name)) == Set(rhs.orderedSubentities.map(\.name))
                && lhs.storedProperties.count == rhs.storedProperties.count
                && lhs.attributes == rhs.attributes
                && lhs.relationships == rhs.relationships
                && lhs.uniquenessConstraints == rhs.uniquenessConstraints
                && lhs.indexes == rhs.indexes
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}
