internal import CoreData
internal import Foundation
internal import Synchronization

/// The open stores of a container, with the managed object model.
// Safe to share: constants, and a mutex.
final class ContainerStorage: @unchecked Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let coordinator: NSPersistentStoreCoordinator
    let configurations: Mutex<Set<ModelConfiguration>>
    /// The layouts of the model classes.
    let layouts: [ObjectIdentifier: ModelLayout]
    /// The identifiers of models from before their first save.
    let aliases = IdentifierAliases()
    /// The to-one relationships without an inverse.
    let oneWayReferences: [OneWayReference]
    /// The entities with uniqueness constraints of their own or of a superentity.
    let uniqueEntities: Set<ObjectIdentifier>
    /// Those of them with relationships to many models.
    let uniqueOwners: Set<ObjectIdentifier>

    /// A to-one relationship without an inverse.
    struct OneWayReference {
        let name: String
        let entity: NSEntityDescription
        let destination: NSEntityDescription
    }

    init(
        _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [ModelConfiguration]
    ) {
        let built = ManagedModel(schema, configurations: configurations)
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = Mutex(Set(configurations))
        layouts = built.layouts
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: built.model)
        oneWayReferences = built.model.entities.flatMap { entity in
            let inherited = entity.superentity?.relationshipsByName ?? [:]
            return entity.relationshipsByName.compactMap { name, relationship -> OneWayReference? in
                guard !relationship.isToMany, relationship.inverseRelationship == nil, inherited[name] == nil,
                    let destination = relationship.destinationEntity
                else { return nil }
                return OneWayReference(name: name, entity: entity, destination: destination)
            }
        }
        let unique = built.model.entities.filter { entity in
            sequence(first: entity) { $0.superentity }.contains { !$0.uniquenessConstraints.isEmpty }
        }
        uniqueEntities = Set(unique.map { ObjectIdentifier($0) })
        uniqueOwners = Set(
            unique.filter { $0.relationshipsByName.values.contains(where: \.isToMany) }.map { ObjectIdentifier($0) })
    }

    /// The layout of the first class by name; nil for an empty schema.
    var firstLayout: ModelLayout? { layouts.values.min { $0.modelClass.name < $1.modelClass.name } }

    /// Opens the store of a configuration.
    ///
    /// - Parameter name: The name of the model's configuration for the store; nil for all entities.
    func open(_ configuration: ModelConfiguration, _ name: String?) throws {
        let description = NSPersistentStoreDescription(url: configuration.url)
        if configuration.isStoredInMemoryOnly { description.type = NSInMemoryStoreType }
        description.configuration = name
        description.isReadOnly = !configuration.allowsSave
        // For a read-only store, too: it follows what others write.
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        do {
            if !configuration.isStoredInMemoryOnly, configuration.allowsSave {
                try FileManager.default.createDirectory(
                    at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            var failure: (any Error)?
            coordinator.addPersistentStore(with: description) { _, error in failure = error }
            if let failure { throw failure }
        } catch {
            let place = configuration.isStoredInMemoryOnly ? "in memory" : "at \(configuration.url.path())"
            let code = (error as NSError).code
            throw SwiftDataError.loadIssueModelContainer.because(
                "The store \(place) cannot be opened (\(code)). \(error.localizedDescription)")
        }
    }

    /// Returns the layout of a class; nil if the schema lacks it.
    func layout(of type: any PersistentModel.Type) -> ModelLayout? { layouts[ObjectIdentifier(type)] }
}
