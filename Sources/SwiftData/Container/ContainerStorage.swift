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

    init(
        _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [ModelConfiguration]
    ) {
        let built = ManagedModel(schema, configurations: configurations)
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = Mutex(Set(configurations))
        layouts = built.layouts
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: built.model)
    }

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
