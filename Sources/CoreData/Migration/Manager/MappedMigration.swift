internal import Foundation

/// The automatic migration of a store by a mapping model of the program, when the store is added.
///
/// The three passes of a migration manager build a new store beside the file, which then replaces
/// the file's content in one transaction (`StoreReplacement`). A failure at any moment leaves the
/// old store.
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

    /// Migrates the store of a description, unless another process has done so.
    ///
    /// - Parameter hashes: The version hashes in the store's metadata.
    /// - Returns: Whether the store was migrated.
    /// - Throws: The errors of `NSMigrationManager.migrateStore`.
    func run(_ description: NSPersistentStoreDescription, at url: URL, hashes: [String: Data]) throws -> Bool {
        try MigrationLock.with(url) {
            try StoreReplacement(description, url: url).replace(hashes) { new in
                let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
                manager.current = mapping
                let target = NSPersistentStoreDescription(url: new)
                target.configuration = description.configuration
                try manager.run(mapping, from: description, to: target)
            }
        }
    }
}
