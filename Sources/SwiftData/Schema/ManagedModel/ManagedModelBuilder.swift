internal import CoreData
internal import StrataTraps

/// Creates the managed object model of a schema: that of the store and of the managed objects
/// behind the models.
///
/// The model follows Apple's, so that either framework can read the other's stores:
///
/// - An entity has the name of the model class, and names no managed object class.
/// - A structure is a composite attribute with an element for each stored property. An enumeration
///   is one, too, with `EnumType` in its `userInfo`: one element of the same name for the raw
///   value, or an element for each case, whose names are under `enum`.
/// - A to-many relationship is unordered. A relationship without an inverse has none here either.
/// - An index is named by its structure and properties: `SwiftDataIndexOnBinarynameage`.
/// - The configuration `default` has all entities.
struct ManagedModelBuilder {
    /// The name of the configuration of all entities.
    static let defaultConfiguration = "default"

    private let schema: Schema
    private var entities: [String: NSEntityDescription] = [:]

    private init(schema: Schema) {
        self.schema = schema
    }

    /// Returns the model of a schema. It can be changed until it is first used.
    ///
    /// Traps for a schema that contradicts itself: an attribute whose type cannot be stored, or a
    /// relationship to an entity that the schema does not contain. Leaves out constraints and indexes
    /// of unknown properties, which ``SchemaCheck`` finds before a store is opened.
    static func model(of schema: Schema) -> NSManagedObjectModel {
        var builder = ManagedModelBuilder(schema: schema)
        return builder.makeModel()
    }

    private mutating func makeModel() -> NSManagedObjectModel {
        for entity in schema.entities { entities[entity.name] = makeEntity(entity) }
        for entity in schema.entities {
            entities[entity.name]?.subentities = entity.orderedSubentities.compactMap { entities[$0.name] }
        }
        for entity in schema.entities { connectRelationships(of: entity) }
        for entity in schema.entities { addConstraints(of: entity) }
        let model = NSManagedObjectModel()
        model.entities = schema.entities.compactMap { entities[$0.name] }
        model.versionIdentifiers = [schema.version.description]
        model.setEntities(model.entities, forConfigurationName: Self.defaultConfiguration)
        return model
    }

    private func makeEntity(_ entity: Schema.Entity) -> NSEntityDescription {
        let description = NSEntityDescription()
        description.name = entity.name
        description.renamingIdentifier = entity.name
        description.properties = entity.storedProperties.map { property in
            switch property {
            case let attribute as Schema.Attribute: return attribute.makeDescription(in: entity.name)
            case let relationship as Schema.Relationship: return relationship.makeDescription()
            default:
                trap("The property \(entity.name).\(property.name) is neither a Schema.Attribute nor a Schema.Relationship.")
            }
        }
        return description
    }

    // MARK: Relationships

    private func connectRelationships(of entity: Schema.Entity) {
        for relationship in entity.orderedRelationships {
            guard let description = entities[entity.name]?.relationshipsByName[relationship.name] else { continue }
            let title = "\(entity.name).\(relationship.name)"
            let name = relationship.destinationName
            guard let destination = entities[name] else {
                trap("The relationship \(title) refers to '\(name)', which is not an entity of the schema.")
            }
            description.destinationEntity = destination
            guard let inverseName = relationship.inverseName else { continue }
            guard let inverse = destination.relationshipsByName[inverseName] else {
                trap("The inverse of \(title) is '\(inverseName)', which is not a relationship of '\(name)'.")
            }
            description.inverseRelationship = inverse
        }
    }

    // MARK: Constraints and indexes

    private func addConstraints(of entity: Schema.Entity) {
        guard let description = entities[entity.name] else { return }
        let properties = description.propertiesByName
        var constraints = entity.uniquenessConstraints
        for property in entity.storedProperties where property.isUnique && !constraints.contains([property.name]) {
            constraints.append([property.name])
        }
        description.uniquenessConstraints = constraints.filter { $0.allSatisfy { properties[$0] != nil } }
        let indexes = entity.indexes.filter { $0.names.allSatisfy { properties[firstName(of: $0)] != nil } }
        description.indexes = indexes.map { index in
            NSFetchIndexDescription(
                name: index.name,
                elements: index.names.map { name in
                    NSFetchIndexElementDescription(
                        property: indexed(name, of: entity, properties), collationType: index.kind.collationType)
                })
        }
        description.compoundIndexes = indexes.filter { $0.kind == .binary }.map(\.names)
        for index in indexes where index.kind == .binary && index.names.count == 1 {
            guard let property = properties[index.names[0]], property.entity === description else { continue }
            property.isIndexed = true
        }
    }

    /// Returns the first property of a path.
    private func firstName(of path: String) -> String { String(path.prefix { $0 != "." }) }

    /// Returns the property of an index: the property itself or, for a path to an element of a
    /// composite attribute, an expression, for which a store logs that it creates no index.
    private func indexed(
        _ name: String, of entity: Schema.Entity, _ properties: [String: NSPropertyDescription]
    ) -> NSPropertyDescription {
        if let property = properties[name] { return property }
        let expression = NSExpressionDescription()
        expression.name = "\(name) of \(entity.name)"
        expression.expression = NSExpression(forKeyPath: name)
        return expression
    }
}

extension Schema.IndexKind {
    fileprivate var collationType: NSFetchIndexElementType {
        switch self {
        case .binary: .binary
        case .rtree: .rTree
        }
    }
}

extension Schema.Relationship {
    /// The name of the destination's entity, from the type of the values unless it is given.
    fileprivate var destinationName: String {
        guard destination.isEmpty else { return destination }
        return RelationshipTarget(valueType).map { Schema.entityName(of: $0.type) } ?? ""
    }

    /// Returns the description, without a destination and an inverse.
    fileprivate func makeDescription() -> NSRelationshipDescription {
        let description = NSRelationshipDescription()
        description.name = name
        description.renamingIdentifier = originalName
        description.versionHashModifier = hashModifier
        description.isOptional = isOptional
        description.minCount = minimumModelCount ?? 0
        description.maxCount = isToOneRelationship ? 1 : maximumCountOfMany
        description.deleteRule =
            switch deleteRule {
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            }
        return description
    }

    private var maximumCountOfMany: Int {
        let count = maximumModelCount ?? 0
        // Core Data has no other mark of a to-one relationship than a maximum of 1.
        require(
            count != 1,
            """
            The relationship '\(name)' is to-many and has a maximumModelCount of 1. Declare it as an optional model instead \
            of an array.
            """)
        return count
    }
}
