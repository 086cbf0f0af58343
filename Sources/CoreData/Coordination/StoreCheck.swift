internal import Foundation

/// Finds out whether a store can be opened with a model, without changing a file.
package enum StoreCheck {
    /// Throws the error that opening the store would throw because of its content or its version. A
    /// store that would be migrated is not an error, unless that is impossible.
    package static func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        guard description.url != nil else { return }
        try StoreKinds.kind(of: description).check(description, model: model)
    }
}

extension NSPersistentStoreCoordinator {
    /// Copies a store with its external data to a file that does not exist or is a store.
    package static func copyStore(at source: URL, to destination: URL) throws {
        let destination = NSPersistentStoreDescription(url: destination)
        try StoreKinds.kind(of: destination).replace(destination, by: NSPersistentStoreDescription(url: source))
    }
}
