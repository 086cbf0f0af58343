internal import Foundation
internal import StrataPredicates

// What NSEntityMigrationPolicy does unless it is overridden.
extension NSMigrationManager {
    /// Returns the migration of a mapping. A policy may pass a mapping that is not in the mapping model.
    private func migration(of mapping: NSEntityMapping) throws -> EntityMigration {
        if let known = migrations[ObjectIdentifier(mapping)] { return known }
        let made = try EntityMigration(mapping, self, in: mappingModel)
        migrations[ObjectIdentifier(mapping)] = made
        return made
    }

    /// Creates the destination object of a source object with its attributes, and associates both.
    func makeDestination(
        for source: NSManagedObject, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy
    ) throws {
        let migration = try migration(of: mapping)
        guard let entity = migration.destination else {
            throw MigrationError.failed(
                "\(mapping.title) has no destination entity for its source objects. Set destinationEntityName.")
        }
        guard !entity.isAbstract else {
            throw MigrationError.failed(
                "\(mapping.title) is for the destination entity '\(entity.name ?? "")', which is abstract. Map to one of its subentities."
            )
        }
        let object = NSManagedObject(entity: entity, insertInto: destinationSide.context)
        try apply(migration.attributes, to: object, from: source, migration, policy)
        associate(sourceInstance: source, withDestinationInstance: object, for: mapping)
    }

    /// Sets the relationships of a destination object.
    func relate(_ object: NSManagedObject, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy) throws {
        let migration = try migration(of: mapping)
        if migration.relationships.isEmpty { return }
        let source =
            if let related, related.destination === object {
                related.source
            } else {
                sourceInstances(forEntityMappingName: mapping.name ?? "", destinationInstances: [object]).first
            }
        try apply(migration.relationships, to: object, from: source, migration, policy)
    }

    private func apply(
        _ properties: [PropertyMigration], to object: NSManagedObject, from source: NSManagedObject?,
        _ migration: EntityMigration, _ policy: NSEntityMigrationPolicy
    ) throws {
        let bindings = migration.bindings
        bindings.values[NSMigrationSourceObjectKey] = Operand(subject: source)
        bindings.values[NSMigrationDestinationObjectKey] = Operand(subject: object)
        if policy !== migration.policy { bindings.values[NSMigrationEntityPolicyKey] = .object(policy) }
        for property in properties {
            // A policy can associate objects of other entities with its mapping.
            guard object.entity.isKindOf(entity: migration.destination ?? object.entity) else { continue }
            try property.apply(to: object, from: source, bindings)
        }
        bindings.values[NSMigrationSourceObjectKey] = .value(.null)
        bindings.values[NSMigrationDestinationObjectKey] = .value(.null)
    }
}
