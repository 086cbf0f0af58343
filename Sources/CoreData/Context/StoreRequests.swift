internal import Foundation

// # Requests that go to a store as they are
//
// An incremental store executes batch requests, and requests of an app's own classes, by itself.

/// An engine that executes requests as they are, and is told which objects contexts use: that of an
/// incremental store.
protocol RequestExecutor: StoreEngine {
    /// The registrations that the store has not been told about.
    var registrations: StoreRegistrations { get }

    /// Returns what the app's store returns for a request.
    func execute(_ request: NSPersistentStoreRequest, in context: NSManagedObjectContext) throws -> Any

    /// Tells the store about registrations, if they have not been reported by another call.
    func reportRegistrations()
}

extension NSPersistentStoreCoordinator {
    /// Returns those of some stores that execute requests themselves.
    fileprivate func executing(_ stores: [NSPersistentStore]) -> [NSPersistentStore] {
        executesRequests ? stores.filter(\.executesRequests) : []
    }
}

extension NSManagedObjectContext {
    /// Executes a request in those of some stores that execute requests themselves.
    ///
    /// - Returns: The results, and the other stores, which the caller has to write itself.
    func executeInStores(
        _ request: NSPersistentStoreRequest, _ stores: [NSPersistentStore]
    ) throws -> (results: [Any], others: [NSPersistentStore]) {
        let executing = coordinator.executing(stores)
        if executing.isEmpty { return ([], stores) }
        var root = self
        while let parent = root.parent { root = parent }
        let results = try executing.map { store in
            guard let engine = store.engine as? any RequestExecutor else { return NSNull() as Any }
            if request.requestType != .fetchRequestType { try store.requireWritable() }
            return try engine.execute(request, in: root)
        }
        // The store does not say which rows it has changed.
        if request.requestType != .fetchRequestType {
            coordinator.feed.forgetAll()
            coordinator.cache.forgetAll()
        }
        return (results, stores.filter { store in !executing.contains { $0 === store } })
    }

    /// Executes a request of an app's own class. Returns nil if no store takes it.
    func resultInStores(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult? {
        // A save passes through the context's own changes.
        if request is NSSaveChangesRequest { return nil }
        let stores = coordinator.executing(try request.stores(of: coordinator).stores)
        guard let store = stores.first else { return nil }
        guard let result = try executeInStores(request, [store]).results.first as? NSPersistentStoreResult else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "\(type(of: store)).execute(_:with:) has to return an NSPersistentStoreResult for \(type(of: request)).")
        }
        return result
    }
}

/// Joins the results of a batch request of several stores: numbers are added, lists concatenated.
func joined(_ results: [Any]) -> Any {
    guard let first = results.first else { return NSNull() }
    if results.count == 1 { return first }
    if results.allSatisfy({ $0 is Bool }) { return !results.contains { $0 as? Bool == false } }
    let lists = results.compactMap { $0 as? [NSManagedObjectID] }
    if lists.count == results.count { return Array(lists.joined()) }
    let counts = results.compactMap { $0 as? Int }
    return counts.count == results.count ? counts.reduce(0, +) as Any : first
}
