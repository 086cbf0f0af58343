import CoreData

/// A store in memory with the model of ManagedApp.
struct Store {
    let container: NSPersistentContainer

    init() throws {
        container = NSPersistentContainer(name: "ManagedApp")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }

    /// Runs `make` in one context, saves, and hands the object that it made to `check` in another.
    func roundTrip<T: NSManagedObject, R>(
        _ make: (NSManagedObjectContext) throws -> T, _ check: (T) throws -> R
    ) throws -> R {
        let writer = container.newBackgroundContext()
        let id = try writer.performAndWait {
            let object = try make(writer)
            try writer.save()
            return object.objectID
        }
        let reader = container.newBackgroundContext()
        return try reader.performAndWait {
            guard let object = try reader.existingObject(with: id) as? T else { throw CocoaError(.coderValueNotFound) }
            return try check(object)
        }
    }
}
