import CoreData
import Foundation

/// A context on a store of its own that lives in memory.
func makeContext(model name: String) throws -> NSManagedObjectContext {
    let container = NSPersistentContainer(name: name)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container.newBackgroundContext()
}
