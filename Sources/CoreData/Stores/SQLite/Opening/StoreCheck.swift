package import Foundation

/// Finds out whether a store can be opened with a model, without changing a file.
package enum StoreCheck {
    /// Throws the error that opening the store would throw because of its content or its version. A
    /// store that would be migrated is not an error, unless that is impossible.
    package static func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        guard let url = description.url else { return }
        try StoreOpener(description, url: url, model: model).check()
    }
}

extension NSPersistentStoreCoordinator {
    /// Copies a store with its external data to a file that does not exist or is a store.
    package static func copyStore(at source: URL, to destination: URL) throws {
        try StoreFiles(NSPersistentStoreDescription(url: destination)).replace(
            by: StoreFiles(NSPersistentStoreDescription(url: source)))
    }
}
