internal import Foundation

extension NSManagedObjectModel {
    /// Returns copies of entities. Where the entities refer to each other, the copies refer to the
    /// copies.
    static func copies(of entities: [NSEntityDescription]) -> [NSEntityDescription] {
        let pairs = entities.map { ($0, $0.copied()) }
        let copies = Dictionary(pairs.map { (ObjectIdentifier($0), $1) }, uniquingKeysWith: { first, _ in first })
        func copy(of entity: NSEntityDescription?) -> NSEntityDescription? {
            entity.map { copies[ObjectIdentifier($0)] ?? $0 }
        }
        for (entity, copied) in pairs {
            copied.subentities = entity.subentities.map { copies[ObjectIdentifier($0)] ?? $0 }
        }
        for (_, copied) in pairs {
            for case let relationship as NSRelationshipDescription in copied.ownProperties {
                let inverse = relationship.inverseRelationship
                let inverseHome = copy(of: inverse?.owner)
                relationship.destinationEntity = copy(of: relationship.destinationEntity)
                relationship.inverseRelationship = inverse.flatMap { inverseHome?.relationshipsByName[$0.name] ?? $0 }
            }
            copied.referToOwnProperties()
        }
        return pairs.map { $1 }
    }

    /// Makes requests that were copied from another model refer to this model's entities.
    func referToOwnEntities() {
        let entities = entitiesByName
        func adopt(_ request: NSFetchRequest<any NSFetchRequestResult>?) {
            guard let request, let name = request.entityName, let entity = entities[name] else { return }
            request.entity = entity
        }
        templates.values.forEach(adopt)
        for entity in self.entities {
            for case let property as NSFetchedPropertyDescription in entity.ownProperties { adopt(property.request) }
        }
    }
}

extension NSManagedObjectModel {
    /// Whether two models are equal in all their parts.
    func saysTheSame(as other: NSManagedObjectModel) -> Bool {
        let others = other.templates
        return entities.count == other.entities.count
            && Set(entities) == Set(other.entities)
            && namesByConfiguration.mapValues(Set.init) == other.namesByConfiguration.mapValues(Set.init)
            && templates.count == others.count
            && templates.allSatisfy { areEqual($1, others[$0]) }
            && versionIdentifiers == other.versionIdentifiers
            && (localizationDictionary ?? [:]) == (other.localizationDictionary ?? [:])
    }
}
