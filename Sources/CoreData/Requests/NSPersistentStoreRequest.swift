public import Foundation

/// A request to a coordinator's stores. Pass it to a context's `execute(_:)` or, for fetches,
/// `fetch(_:)`.
open class NSPersistentStoreRequest: NSObject {
    /// The stores to execute the request in; nil for all of the coordinator's stores.
    open var affectedStores: [NSPersistentStore]?

    /// The kind of request. History requests and those of an app's own classes count as fetches, for
    /// want of a type of their own.
    open var requestType: NSPersistentStoreRequestType { .fetchRequestType }
}

/// The kinds of requests to a store.
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// An `NSFetchRequest`, or another request that has no type of its own.
    case fetchRequestType = 1
    /// An `NSSaveChangesRequest`, which a save passes to an incremental store. It cannot be executed
    /// by a context.
    case saveRequestType = 2
    /// An `NSBatchInsertRequest`.
    case batchInsertRequestType = 5
    /// An `NSBatchUpdateRequest`.
    case batchUpdateRequestType = 6
    /// An `NSBatchDeleteRequest`.
    case batchDeleteRequestType = 7
}

/// The result of a request, as `NSManagedObjectContext.execute(_:)` returns it.
open class NSPersistentStoreResult: NSObject {}

/// A request that a context can execute.
protocol ExecutableRequest: NSPersistentStoreRequest {
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
}

extension NSPersistentStoreRequest {
    /// Returns those of the coordinator's stores that the request is for.
    final func stores(of coordinator: NSPersistentStoreCoordinator) throws -> StoreGroup {
        let all = try coordinator.requireStores()
        guard let affectedStores else { return all }
        return StoreGroup(stores: all.stores.filter { store in affectedStores.contains { $0 === store } })
    }
}
