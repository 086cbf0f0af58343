internal import Foundation
internal import StrataModelDifference

extension NSMappingModel {
    /// Returns a mapping model for the changes that a lightweight migration makes: added, removed and
    /// renamed entities and properties, and others that `modelc diff` lists.
    ///
    /// The mappings are named as Apple's are: `IEM_Copy_Song`, `IEM_Transform_Song`, `IEM_Add_Song` and
    /// `IEM_Remove_Song`, by the new name of the entity.
    ///
    /// - Throws: NSInferredMappingModelError that names the entity and the property, for a change that
    ///   needs a mapping model of the app's own. A property that is required from now on, and has no
    ///   default value, is no such change: only the migration finds out whether a value is missing.
    public class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let difference = sourceModel.difference(to: destinationModel)
        let obstacles = difference.changes.filter { $0.obstacle?.isMissingValue == false }
        if let obstacle = MigrationObstacle(obstacles) { throw obstacle.inferenceError }
        let model = NSMappingModel()
        let inference = MappingInference(difference: difference, source: sourceModel, destination: destinationModel)
        model.entityMappings = destinationModel.entities.compactMap(inference.mapping) + inference.removals()
        return model
    }
}

/// Creates entity mappings from the difference of two models.
private struct MappingInference {
    let difference: ModelDifference
    let source: NSManagedObjectModel
    let destination: NSManagedObjectModel

    /// Returns the mapping for an entity of the destination model. Returns nil for an abstract one, of
    /// which there are no objects.
    func mapping(for entity: NSEntityDescription) -> NSEntityMapping? {
        guard let name = entity.name, !entity.isAbstract else { return nil }
        let mapping = NSEntityMapping()
        mapping.destinationEntityName = name
        mapping.destinationEntityVersionHash = entity.versionHash
        guard let old = difference.oldName(of: name).flatMap({ source.entitiesByName[$0] }), let oldName = old.name,
            !old.isAbstract
        else {
            mapping.name = "IEM_Add_\(name)"
            mapping.mappingType = .addEntityMappingType
            return mapping
        }
        let isCopy = old.versionHash == entity.versionHash
        mapping.name = mappingName(of: entity, from: old)
        mapping.mappingType = isCopy ? .copyEntityMappingType : .transformEntityMappingType
        mapping.sourceEntityName = oldName
        mapping.sourceEntityVersionHash = old.versionHash
        mapping.sourceExpression = MappingExpressions.fetch(oldName)
        let origins = difference.oldNames(ofPropertiesOf: name)
        mapping.attributeMappings = entity.attributesByName.values.sorted { $0.name < $1.name }
            .filter { !($0 is NSDerivedAttributeDescription) && !$0.isTransient }
            .map { attribute in
                let origin = origins[attribute.name].flatMap { old.attributesByName[$0] }
                return NSPropertyMapping(attribute.name, origin.map { MappingExpressions.source($0.name) })
            }
        mapping.relationshipMappings = entity.relationshipsByName.values.sorted { $0.name < $1.name }
            .filter { !$0.isTransient }
            .map { relationship in
                let origin = origins[relationship.name].flatMap { old.relationshipsByName[$0] }
                return NSPropertyMapping(relationship.name, origin.map(expression))
            }
        return mapping
    }

    private func mappingName(of entity: NSEntityDescription, from old: NSEntityDescription) -> String {
        "IEM_\(old.versionHash == entity.versionHash ? "Copy" : "Transform")_\(entity.name ?? "")"
    }

    private func expression(_ relationship: NSRelationshipDescription) -> NSExpression {
        guard let related = relationship.destinationEntity, related.subentities.isEmpty, let name = related.name,
            let new = difference.newName(of: name).flatMap({ destination.entitiesByName[$0] })
        else { return MappingExpressions.related(relationship.name) }
        return MappingExpressions.destinations(relationship.name, mapping: mappingName(of: new, from: related))
    }

    /// Returns a mapping for each entity that the destination model lacks.
    func removals() -> [NSEntityMapping] {
        difference.removedEntities.compactMap { source.entitiesByName[$0] }.filter { !$0.isAbstract }.map { entity in
            let mapping = NSEntityMapping()
            mapping.name = "IEM_Remove_\(entity.name ?? "")"
            mapping.mappingType = .removeEntityMappingType
            mapping.sourceEntityName = entity.name
            mapping.sourceEntityVersionHash = entity.versionHash
            mapping.sourceExpression = entity.name.map { MappingExpressions.fetch($0) }
            return mapping
        }
    }
}
