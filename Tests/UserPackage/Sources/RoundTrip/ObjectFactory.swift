import CoreData

/// Makes objects with a value for every attribute, and with as many others as their relationships
/// require.
struct ObjectFactory {
    let context: NSManagedObjectContext
    private(set) var made: [NSManagedObject] = []

    init(context: NSManagedObjectContext) {
        self.context = context
    }

    @discardableResult
    mutating func make(_ entity: NSEntityDescription) throws -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
        made.append(object)
        for attribute in entity.attributesByName.values {
            // Numbers differ from object to object, since a value may have to be unique.
            object.setValue(SampleValue(number: made.count).value(for: attribute), forKey: attribute.name)
        }
        for relationship in entity.relationshipsByName.values where isMissing(relationship, of: object) {
            guard let destination = concrete(relationship.destinationEntity) else { continue }
            try connect(object, to: make(destination), by: relationship)
        }
        return object
    }

    private func isMissing(_ relationship: NSRelationshipDescription, of object: NSManagedObject) -> Bool {
        guard !relationship.isOptional || relationship.minCount > 0 else { return false }
        switch object.value(forKey: relationship.name) {
        case nil: return true
        case let set as NSSet: return set.count == 0
        case let set as NSOrderedSet: return set.count == 0
        default: return false
        }
    }

    private func connect(
        _ object: NSManagedObject, to other: NSManagedObject, by relationship: NSRelationshipDescription
    ) throws {
        switch (relationship.isToMany, relationship.isOrdered) {
        case (false, _): object.setValue(other, forKey: relationship.name)
        case (true, false): object.mutableSetValue(forKey: relationship.name).add(other)
        case (true, true): object.mutableOrderedSetValue(forKey: relationship.name).add(other)
        }
    }

    private func concrete(_ entity: NSEntityDescription?) -> NSEntityDescription? {
        guard let entity, entity.isAbstract else { return entity }
        return entity.subentities.lazy.compactMap { concrete($0) }.first
    }
}
