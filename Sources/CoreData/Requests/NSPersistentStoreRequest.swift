public import Foundation

/// A request to a store; given to a context's `execute(_:)` or, for fetches, to `fetch(_:)`.
open class NSPersistentStoreRequest: NSObject {
    /// The stores to ask; nil for all of the coordinator.
    open var affectedStores: [NSPersistentStore]?
}

/// What a request returned.
open class NSPersistentStoreResult: NSObject {}

/// A request that a context can carry out.
protocol ExecutableRequest: NSPersistentStoreRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSPersistentStoreRequest {
    /// Those of the coordinator's stores that are to be asked.
    final func stores(of coordinator: NSPersistentStoreCoordinator) throws -> StoreGroup {
        let all = try coordinator.requireStores()
        guard let affectedStores else { return all }
        return StoreGroup(stores: all.stores.filter { store in affectedStores.contains { $0 === store } })
    }
}
