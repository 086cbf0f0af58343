public import Foundation

extension NSPersistentStoreCoordinator {
    /// Returns the model of the store in a file: the one that it was created with or last migrated
    /// to, which the file contains. Stores that Apple's frameworks wrote have one, too.
    ///
    /// The model can open the store. It has no classes of the program, so objects are plain
    /// `NSManagedObject`s unless classes of the recorded names exist.
    ///
    /// - Throws: NSMigrationMissingSourceModelError if the file has no model that can be read, as very
    ///   old stores do, and an error in `NSCocoaErrorDomain` for a file that is not a store.
    public class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel {
        let description = NSPersistentStoreDescription(
            type: NSSQLiteStoreType, configuration: nil, url: url, options: options)
        return try StoreKinds.kind(of: description).model(of: description)
    }
}

extension NSPersistentStore {
    /// Returns the model of the store in a file; see
    /// `NSPersistentStoreCoordinator.cachedModelForPersistentStore(at:options:)`.
    public class func cachedModelForPersistentStore(
        with url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel {
        try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url, options: options)
    }
}
