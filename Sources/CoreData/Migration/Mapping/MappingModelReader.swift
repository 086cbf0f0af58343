internal import Foundation
internal import StrataArchives
internal import StrataModelFormat
internal import StrataPredicates

/// A property mapping of a file whose expression is generated, for which the source model is needed.
struct GeneratedProperty {
    let mapping: NSPropertyMapping
    /// The key path of the source object; the name of the property if the file has none.
    let keyPath: String
    /// The name of the entity mapping of related objects, if the file states it.
    let mappingName: String?
    let isRelationship: Bool
}

extension NSMappingModel {
    /// Creates a mapping model from a file's content. Generated expressions of relationships and the
    /// version hashes are left out until `resolve(_:_:)`.
    ///
    /// - Throws: `ModelFileError` for an expression that cannot be decoded.
    convenience init(_ archive: MappingArchive) throws(ModelFileError) {
        self.init()
        var mappings: [NSEntityMapping] = []
        for element in archive.element.entityMappings { mappings.append(try NSEntityMapping(element, archive)) }
        entityMappings = mappings
    }

    /// Fills in what a mapping model file leaves to the models: version hashes and generated
    /// expressions. Does nothing for mappings that did not come from a file, or were resolved before.
    func resolve(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) {
        for mapping in entityMappings where mapping.isUnresolved {
            let entity = mapping.sourceEntityName.flatMap { source.entitiesByName[$0] }
            let after = mapping.destinationEntityName.flatMap { destination.entitiesByName[$0] }
            mapping.sourceEntityVersionHash = mapping.sourceEntityVersionHash ?? entity?.versionHash
            mapping.destinationEntityVersionHash = mapping.destinationEntityVersionHash ?? after?.versionHash
            for property in mapping.generatedProperties {
                property.mapping.valueExpression = entity.flatMap { expression(property, $0) }
            }
            if mapping.mappingType == .undefinedEntityMappingType {
                mapping.mappingType =
                    if mapping.entityMigrationPolicyClassName != nil {
                        .customEntityMappingType
                    } else if mapping.sourceEntityName == nil {
                        .addEntityMappingType
                    } else if mapping.destinationEntityName == nil {
                        .removeEntityMappingType
                    } else if entity?.versionHash == after?.versionHash {
                        .copyEntityMappingType
                    } else {
                        .transformEntityMappingType
                    }
            }
            mapping.isUnresolved = false
        }
    }

    /// Returns the generated expression of a property; nil if the source entity has no such property,
    /// which leaves the destination's as it is in a new object.
    private func expression(_ property: GeneratedProperty, _ entity: NSEntityDescription) -> NSExpression? {
        let key = property.keyPath.split(separator: ".").first.map(String.init) ?? ""
        guard let known = entity.propertiesByName[key] else { return nil }
        guard property.isRelationship, let relationship = known as? NSRelationshipDescription else {
            return MappingExpressions.source(property.keyPath)
        }
        if let name = property.mappingName { return MappingExpressions.destinations(property.keyPath, mapping: name) }
        guard let related = relationship.destinationEntity, related.subentities.isEmpty, key == property.keyPath,
            let mapping = entityMappings.first(where: { $0.sourceEntityName == related.name && $0.destinationEntityName != nil })
        else { return MappingExpressions.related(property.keyPath) }
        return MappingExpressions.destinations(property.keyPath, mapping: mapping.name)
    }
}

extension NSEntityMapping {
    fileprivate convenience init(_ element: MappingElement.Entity, _ archive: MappingArchive) throws(ModelFileError) {
        self.init()
        name = element.givenName
        sourceEntityName = element.sourceName
        destinationEntityName = element.destinationName
        entityMigrationPolicyClassName = element.policyClassName
        module = archive.module.isEmpty ? nil : archive.module
        isUnresolved = true
        func decode(_ data: Data?, _ subject: String) throws(ModelFileError) -> Any? {
            guard let data else { return nil }
            do {
                return try KeyedArchiveDecoder.object(in: data, of: ArchivedModel.classes, classes: PredicateArchive.classes)
            } catch {
                throw ModelFileError(
                    at: SourceLocation(file: archive.name, line: 0), "The \(subject) cannot be read: \(error)")
            }
        }
        userInfo = try decode(element.userInfo, "user info of \(element.givenName)") as? [AnyHashable: Any]
        if let custom = try decode(element.sourceExpression, "source expression of \(element.givenName)") as? NSExpression {
            sourceExpression = custom
        } else if let source = element.sourceName {
            sourceExpression = MappingExpressions.fetch(source, element.filter ?? "TRUEPREDICATE")
        }
        func properties(
            _ elements: [MappingElement.Property], isRelationship: Bool
        ) throws(ModelFileError) -> [NSPropertyMapping] {
            var mappings: [NSPropertyMapping] = []
            for element in elements {
                let subject = "\(name ?? "").\(element.name)"
                let mapping = NSPropertyMapping(
                    element.name, try decode(element.valueExpression, "value expression of \(subject)") as? NSExpression)
                mapping.userInfo = try decode(element.userInfo, "user info of \(subject)") as? [AnyHashable: Any]
                if mapping.valueExpression == nil {
                    generatedProperties.append(
                        GeneratedProperty(
                            mapping: mapping, keyPath: element.sourceKeyPath ?? element.name,
                            mappingName: element.sourceMappingName, isRelationship: isRelationship))
                }
                mappings.append(mapping)
            }
            return mappings
        }
        attributeMappings = try properties(element.attributes, isRelationship: false)
        relationshipMappings = try properties(element.relationships, isRelationship: true)
    }
}
