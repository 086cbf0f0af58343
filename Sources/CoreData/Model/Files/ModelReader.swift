internal import Foundation
internal import StrataModelFormat

/// A reader of parsed model files, which fills in an `NSManagedObjectModel`.
///
/// It first creates all entities with their properties. Then it adds the parts that refer to other
/// entities and to properties: the hierarchy, the destinations of relationships, fetch requests,
/// indexes and configurations.
struct ModelReader {
    let element: ModelElement
    let model: NSManagedObjectModel

    /// Creates a reader.
    ///
    /// - Parameter model: An empty model to fill in. A class name such as `.Quake` belongs to the
    ///   model's module; without a module, the bare name is used.
    init(_ element: ModelElement, into model: NSManagedObjectModel) {
        self.element = element
        self.model = model
    }

    /// Reads the file into the model.
    ///
    /// - Throws: `ModelFileError` with the line, for a reference to an entity or property that does
    ///   not exist, and for a part that cannot be parsed.
    func read() throws(ModelFileError) {
        var entities: [NSEntityDescription] = []
        for entity in element.entities { entities.append(try plainEntity(entity)) }
        if let twice = element.entities.first(where: { entity in element.entities.count { $0.name == entity.name } > 1 }) {
            throw ModelFileError(at: twice.location, "The model has two entities '\(twice.name)'. Rename one of them.")
        }
        model.entities = entities
        try formHierarchy()
        try linkRelationships()
        for (entity, file) in zip(model.entities, element.entities) { try finish(entity, file) }
        try readConfigurations()
        for template in element.fetchRequests {
            model.setFetchRequestTemplate(try fetchRequest(template), forName: template.name)
        }
        model.versionIdentifiers = element.versionIdentifiers
        model.file = element
    }

    /// Creates an entity with its properties, without references to other entities.
    private func plainEntity(_ file: EntityElement) throws(ModelFileError) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.file = file
        entity.name = file.name
        entity.managedObjectClassName = file.className(in: model.module)
        entity.isAbstract = file.isAbstract
        entity.userInfo = file.userInfo?.dictionary ?? [:]
        entity.versionHashModifier = file.versionHashModifier
        entity.renamingIdentifier = file.renamingIdentifier
        entity.coreSpotlightDisplayNameExpression = try ModelFormats.expression(
            file.coreSpotlightDisplayNameExpression, at: file.location)
        var properties: [NSPropertyDescription] = []
        for attribute in file.attributes { properties.append(try AttributeReader(model: element).read(attribute)) }
        for relationship in file.relationships { properties.append(plainRelationship(relationship)) }
        for fetched in file.fetchedProperties {
            let property = NSFetchedPropertyDescription()
            property.readCommonParts(fetched)
            properties.append(property)
        }
        entity.properties = properties
        return entity
    }

    private func plainRelationship(_ file: RelationshipElement) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.readCommonParts(file)
        // The file may lack the maximum count: it is 1 for a to-one relationship, and unlimited for
        // a to-many relationship.
        relationship.maxCount = file.isToMany ? file.maxCount ?? 0 : 1
        relationship.minCount = file.minCount ?? 0
        relationship.isOrdered = file.isOrdered
        relationship.deleteRule = NSDeleteRule(file.deletionRule)
        return relationship
    }

    private func formHierarchy() throws(ModelFileError) {
        // Throws for an unknown parent and for a cycle.
        for file in element.entities { _ = try element.superentities(of: file) }
        for entity in model.entities {
            entity.subentities = zip(model.entities, element.entities).filter { $1.parentEntity == entity.name }.map { $0.0 }
        }
    }

    private func linkRelationships() throws(ModelFileError) {
        let entities = model.entitiesByName
        for (entity, file) in zip(model.entities, element.entities) {
            for link in file.relationships {
                guard let relationship = entity.relationshipsByName[link.name] else { continue }
                guard let name = link.destinationEntity else {
                    throw ModelFileError(
                        at: link.location, "The relationship \(file.name).\(link.name) has no destination. Choose an entity.")
                }
                guard let destination = entities[name] else {
                    throw ModelFileError(
                        at: link.location,
                        "The destination '\(name)' of \(file.name).\(link.name) is not in the model. Add it or choose another.")
                }
                relationship.destinationEntity = destination
                guard let inverseName = link.inverseName, !inverseName.isEmpty else { continue }
                let home = link.inverseEntity.flatMap { entities[$0] } ?? destination
                guard let inverse = home.relationshipsByName[inverseName] else {
                    throw ModelFileError(
                        at: link.location,
                        "The inverse '\(inverseName)' of \(file.name).\(link.name) is not a relationship of \(home.name ?? "").")
                }
                relationship.inverseRelationship = inverse
            }
        }
    }

    /// Reads the parts of an entity that refer to properties and to other entities: fetched
    /// properties, constraints and indexes.
    private func finish(_ entity: NSEntityDescription, _ file: EntityElement) throws(ModelFileError) {
        for fetched in file.fetchedProperties {
            guard let property = entity.propertiesByName[fetched.name] as? NSFetchedPropertyDescription else { continue }
            property.fetchRequest = try fetched.fetchRequest.map(fetchRequest)
        }
        for list in file.uniquenessConstraints + file.compoundIndexes {
            for name in list.properties { _ = try property(name, of: entity, at: list.location) }
        }
        entity.uniquenessConstraints = file.uniquenessConstraints.map(\.properties)
        entity.compoundIndexes = file.compoundIndexes.map(\.properties)
        var indexes: [NSFetchIndexDescription] = []
        for index in file.fetchIndexes { indexes.append(try fetchIndex(index, of: entity)) }
        entity.indexes = indexes
    }

    private func property(
        _ name: String, of entity: NSEntityDescription, at place: SourceLocation
    ) throws(ModelFileError) -> NSPropertyDescription {
        guard let property = entity.propertiesByName[name] else {
            throw ModelFileError(at: place, "The entity '\(entity.name ?? "")' has no property '\(name)'.")
        }
        return property
    }

    private func fetchIndex(
        _ file: FetchIndexElement, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSFetchIndexDescription {
        var elements: [NSFetchIndexElementDescription] = []
        for part in file.parts {
            let element = NSFetchIndexElementDescription(
                property: try indexed(part, of: entity), collationType: part.collation == .rTree ? .rTree : .binary)
            element.isAscending = part.isAscending
            elements.append(element)
        }
        let index = NSFetchIndexDescription(name: file.name, elements: elements)
        index.partialIndexPredicate = try ModelFormats.predicate(file.partialIndexPredicate, at: file.location)
        return index
    }

    /// Returns the property of an index element: a property of the entity, or an expression.
    private func indexed(
        _ part: FetchIndexPart, of entity: NSEntityDescription
    ) throws(ModelFileError) -> NSPropertyDescription {
        if let name = part.property { return try property(name, of: entity, at: part.location) }
        guard let expression = try ModelFormats.expression(part.expression, at: part.location) else {
            throw ModelFileError(at: part.location, "The index element has neither a property nor an expression.")
        }
        let description = NSExpressionDescription()
        description.name = part.expression ?? ""
        description.expression = expression
        description.expressionResultType = NSAttributeType(part.expressionType ?? .undefined)
        return description
    }

    private func readConfigurations() throws(ModelFileError) {
        let entities = model.entitiesByName
        for file in element.configurations {
            for member in file.memberEntities where entities[member] == nil {
                throw ModelFileError(at: file.location, "The configuration '\(file.name)' names the unknown entity '\(member)'.")
            }
            model.setEntities(file.memberEntities.compactMap { entities[$0] }, forConfigurationName: file.name)
        }
    }

    private func fetchRequest(
        _ file: FetchRequestElement
    ) throws(ModelFileError) -> NSFetchRequest<any NSFetchRequestResult> {
        guard let name = file.entity, let entity = model.entitiesByName[name] else {
            throw ModelFileError(
                at: file.location,
                "The fetch request '\(file.name)' is for '\(file.entity ?? "")', which is not an entity of the model.")
        }
        let request = NSFetchRequest<any NSFetchRequestResult>(entity: entity)
        request.predicate = try ModelFormats.predicate(file.predicateString, at: file.location)
        request.fetchLimit = file.fetchLimit
        request.resultType = NSFetchRequestResultType(rawValue: UInt(clamping: file.resultType))
        request.includesPendingChanges = file.includesPendingChanges
        request.includesSubentities = file.includesSubentities
        request.includesPropertyValues = file.includesPropertyValues
        request.returnsObjectsAsFaults = file.returnsObjectsAsFaults
        request.returnsDistinctResults = file.returnsDistinctResults
        request.fetchBatchSize = file.fetchBatchSize
        return request
    }
}
