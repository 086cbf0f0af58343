internal import Foundation
internal import StrataPredicates
internal import Synchronization

// # From a query to the methods of an app's store
//
// The rest of the framework reads rows by row IDs, and queries by forms. An app's store knows
// requests, reference objects and nodes. The engine translates, and keeps what an app's store does
// not have to know:
//
// 1. `StoreQuery.origin` has the app's request. The engine passes a copy of it to
//    `execute(_:with:)`, with the limit and offset that the framework needs now: with unsaved
//    changes, for example, all matching objects are needed. The result is a list of object IDs.
// 2. Where the framework needs whole rows, they come from the row cache of the coordinator. Only
//    rows that it does not have are read, by `newValuesForObject(with:with:)`. A fetch of objects
//    reads none: its objects are faults.
// 3. `NodeVersions` turns the versions of nodes into those of rows. An app's version may be any
//    number, and after a save it is not known. A row's version counts the changes that were seen.
// 4. A save compares these versions, then passes the managed objects of the context to
//    `execute(_:with:)`.
//
// The invariant: the calls of one store never overlap, as on Apple's platforms, where a coordinator
// runs one request at a time. Apps' stores rely on it. The lock is recursive, since a store's method
// may use its context, which may read from the store again.

/// The engine of an `NSIncrementalStore`: it answers from the methods of the subclass.
// Safe to share: constants, mutexes and atomics, and a recursive lock around the calls.
final class IncrementalEngine: RequestExecutor, @unchecked Sendable {
    let type: String
    let identity: StoreIdentity
    let readOnlyReason: String?
    let abilities = StoreAbilities(keepsHistory: false, isShared: false, executesRequests: true)
    let versions = NodeVersions()
    let registrations = StoreRegistrations()
    let entities: ReferenceEntities
    private let space: Atomic<KeySpace>
    private weak let store: NSIncrementalStore?
    /// Held during the calls of the store.
    private let calling = NSRecursiveLock()
    /// The objects whose to-one relationships the store is asked for. Used during its calls.
    var askedFor: Set<RowID> = []

    init(_ store: NSIncrementalStore, type: String) {
        self.store = store
        self.type = type
        identity = store.identity
        entities = store.entities
        space = Atomic(store.keySpace)
        let isReadOnly = (store.options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
        readOnlyReason = isReadOnly ? "it was opened with NSReadOnlyPersistentStoreOption" : nil
        StoreRegistrations.begin()
    }

    var keySpace: KeySpace {
        get { space.load(ordering: .acquiring) }
        set { space.store(newValue, ordering: .releasing) }
    }

    func generation() throws -> (any StoreReader)? { nil }

    func performDeferredTask() throws -> Bool { false }

    func close() throws {}

    // MARK: Calls

    /// Calls `body` with the store, while no other thread calls it.
    func call<T>(_ body: (NSIncrementalStore) throws -> T) throws -> T {
        guard let store else {
            throw NSError(
                code: NSPersistentStoreOperationError, "The store \(identity.uuid) was removed and is no longer in use.")
        }
        calling.lock()
        defer { calling.unlock() }
        for run in registrations.taken() {
            if run.isRegistered {
                store.managedObjectContextDidRegisterObjects(with: run.objectIDs)
            } else {
                store.managedObjectContextDidUnregisterObjects(with: run.objectIDs)
            }
        }
        return try body(store)
    }

    func execute(_ request: NSPersistentStoreRequest, in context: NSManagedObjectContext) throws -> Any {
        try call { try $0.execute(request, with: context) }
    }

    func reportRegistrations() {
        // Ignored: a store that is no longer in use has nothing to know.
        try? call { _ in }
    }

    /// Calls `body` with the context that is reading.
    func inContext<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        guard let coordinator = store?.persistentStoreCoordinator else {
            throw NSError(code: NSPersistentStoreOperationError, "The store \(identity.uuid) was removed from its coordinator.")
        }
        if let context = ReadingContext.current(of: coordinator) { return try body(context) }
        // A context without a queue, or code of the framework on another queue.
        return try inFreshContext(body)
    }

    /// Calls `body` with a context of its own, on the queue of that context: the store may make it the
    /// parent of another one.
    func inFreshContext<T>(_ body: (NSManagedObjectContext) throws -> T) throws -> T {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = store?.persistentStoreCoordinator
        return try context.queue.sync { try body(context) }
    }

    /// Calls `body` with the context to execute a query's request in: the root of the context that
    /// the query was compiled for, or else the context that is reading.
    func inContext<T>(of query: StoreQuery, _ body: (NSManagedObjectContext) throws -> T) throws -> T {
        var context = query.origin?.context
        while let parent = context?.parent { context = parent }
        if let context, context.queue.isCurrent { return try body(context) }
        return try inContext(body)
    }

    /// Returns the rows with these IDs, from the row cache of the coordinator if possible.
    func knownRows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] {
        guard let coordinator = store?.persistentStoreCoordinator else { return try rows(layout, rowIDs) }
        return try coordinator.rows(layout, rowIDs)
    }

    /// Returns the ID of an object, with the entity that it has as far as it is known.
    func objectID(_ layout: EntityLayout, _ rowID: RowID) -> NSManagedObjectID {
        NSManagedObjectID(entity: entities.layout(layout, of: rowID).entity, rowID: rowID, reference: identity.reference)
    }

    /// Returns the error of a value that a method of the store has returned.
    func unfit(_ method: String, _ sentence: String) -> NSError {
        NSError(
            code: NSPersistentStoreOperationError,
            "\(store.map { "\(Swift.type(of: $0))" } ?? type).\(method) returned a value that does not fit. \(sentence)")
    }
}
