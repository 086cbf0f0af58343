internal import Foundation

/// The automatic migration of a store by a mapping model of the program, when the store is added.
///
/// The three passes of a migration manager build a new store in another place. The engine then
/// replaces the content of the old store by it, in one transaction, so that a failure at any moment
/// leaves the old store.
struct MappedMigration {
    private let mapping: NSMappingModel
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel

    /// Returns nil if the program has no mapping model for the two versions.
    ///
    /// - Parameter source: The model in the store's file. It only selects the mapping model: the
    ///   migration uses the program's own version of the model, since any part of the stored one may be
    ///   damaged.
    init?(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) {
        guard let found = NSMappingModel.find(in: [.main], source, destination) else { return nil }
        (mapping, self.source) = found
        self.destination = destination
    }

    /// Builds the new store at a URL.
    ///
    /// - Throws: The errors of `NSMigrationManager.migrateStore`.
    func run(_ description: NSPersistentStoreDescription, to new: URL) throws {
        let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
        manager.current = mapping
        let target = NSPersistentStoreDescription(url: new)
        target.configuration = description.configuration
        try manager.run(mapping, from: description, to: target)
    }
}
