public import Foundation
internal import Synchronization

/// Stands between contexts and the store: reads and saves for them, and tells them of each other's changes.
///
/// Safe to use from any thread.
public final class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    public let managedObjectModel: NSManagedObjectModel
    public var name: String?

    let feed = ChangeFeed()
    let cache = RowCache()
    private let opened = Mutex<SQLiteStore?>(nil)
    private let contexts = Mutex<[WeakContext]>([])
    private let follower = Mutex<StoreFollower?>(nil)

    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        // Building the layouts ends the time in which the model can be changed, and finds mistakes in it now.
        for entity in model.entitiesByName.values { _ = entity.layout }
        LoadedModels.add(model)
    }

    public var persistentStores: [NSPersistentStore] {
        store.map { [$0] } ?? []
    }

    /// The store, once it is opened.
    var store: SQLiteStore? { opened.withLock { $0 } }

    /// Opens a store, making it where there is none, and calls `block` with an error if that fails.
    ///
    /// A coordinator has one store.
    public func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        do {
            try opened.withLock { opened in
                guard opened == nil else {
                    throw NSError(
                        code: NSPersistentStoreOperationError,
                        "The coordinator has a store already. Use one container for each store."
                    )
                }
                opened = try SQLiteStore(storeDescription, model: managedObjectModel)
            }
            follower.withLock { $0 = store.flatMap { StoreFollower($0, for: self) } }
            block(storeDescription, nil)
        } catch {
            block(storeDescription, error)
        }
    }

    /// The store, for work that cannot go on without one.
    func requireStore() throws -> SQLiteStore {
        guard let store else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The coordinator has no store. Call loadPersistentStores and look at its error first."
            )
        }
        return store
    }

    /// The identifier that a URI names, or nil if it is not one of this coordinator's store.
    public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard let store, url.scheme == "x-coredata", url.host == store.identifier,
            url.pathComponents.count == 3, let entity = managedObjectModel.entitiesByName[url.pathComponents[1]],
            url.pathComponents[2].hasPrefix("p"), let number = Int64(url.pathComponents[2].dropFirst()), number > 0
        else { return nil }
        return NSManagedObjectID(entity: entity, number: number, store: store)
    }

    /// The token of the last transaction in the history, or nil where the history is empty or off.
    public func currentPersistentHistoryToken(fromStores stores: [NSPersistentStore]?) -> NSPersistentHistoryToken? {
        try? requireStore().currentHistoryToken()
    }

    // MARK: Contexts

    func add(_ context: NSManagedObjectContext) {
        ContextsInUse.add(context)
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil }
            contexts.append(WeakContext(context: context))
        }
    }

    // MARK: Changes

    /// Tells readers what is about to be committed; called inside the transaction.
    func announce(_ changes: ChangeSet) {
        feed.append(changes)
    }

    /// Tells everybody what was committed. A batch request reaches contexts through the history only, as on Apple's
    /// platforms, so `saver` is nil for it.
    @discardableResult
    func publish(_ changes: ChangeSet, savedBy saver: NSManagedObjectContext?) -> ChangeSet {
        // What others wrote came first, and what is told of later rests on it.
        if store?.hasUnseenTransactions == true { followOthers() }
        var changes = changes
        changes.generation = feed.append(changes)
        cache.forget(changes)
        if changes.isEmpty { return changes }
        if let saver {
            for case let context? in contexts.withLock({ $0.map(\.context) }) where context !== saver {
                context.mergeIfAutomatic(changes)
            }
        }
        if let store { postRemoteChange(store) }
        return changes
    }

    /// Tells everybody what another process, or another coordinator, wrote, as if a context of this one had saved it.
    func publishOthers(_ changes: ChangeSet) {
        var changes = changes
        changes.generation = feed.append(changes)
        cache.forget(changes)
        for case let context? in contexts.withLock({ $0.map(\.context) }) { context.mergeIfAutomatic(changes) }
    }

    /// Tells everybody that others wrote what is not known any more, since the history of it was deleted.
    func publishUnknown() {
        feed.forgetAll()
        cache.forgetAll()
        for case let context? in contexts.withLock({ $0.map(\.context) }) { context.rereadIfAutomatic() }
    }

    // MARK: Rows

    /// The rows with these numbers, from the cache or in one read; nil for a row that is not there.
    ///
    /// - Parameter maxAge: how long the cache may have a row, in seconds; below 0 for any time.
    func rows(_ layout: EntityLayout, _ numbers: some Collection<Int64>, maxAge: TimeInterval = -1) throws -> [Int64: Row] {
        var rows = Dictionary<Int64, Row>(minimumCapacity: numbers.count)
        var missing: [Int64] = []
        for number in numbers where number > 0 {
            if let row = cache.row(RowKey(layout, number), maxAge: maxAge) {
                rows[number] = row
            } else {
                missing.append(number)
            }
        }
        guard !missing.isEmpty else { return rows }
        // The sequence before the snapshot, as below.
        let sequence = feed.sequence
        try requireStore().reading(layout) { read in
            for number in missing { rows[number] = try read(number) }
        }
        cache.insert(
            missing.lazy.compactMap { number in rows[number].map { (RowKey(layout, number), $0) } },
            ifStill: { feed.sequence == sequence })
        return rows
    }

    /// The rows with these numbers, in one statement and past the cache, which keeps them.
    func readRows(_ layout: EntityLayout, _ numbers: [Int64]) throws -> [Int64: Row] {
        if numbers.isEmpty { return [:] }
        // The sequence before the snapshot, as below.
        let sequence = feed.sequence
        let rows = try requireStore().rows(layout, numbers)
        cache.insert(rows.lazy.map { (RowKey($1.layout, $0), $1) }, ifStill: { feed.sequence == sequence })
        return rows
    }

    /// Calls `body` with a reader of rows: all it reads comes from the cache or one snapshot of the store.
    func reading<T>(_ layout: EntityLayout, _ body: (RowReader) throws -> T) throws -> T {
        // The sequence before the snapshot: a row is cached only if nothing was announced since.
        let sequence = feed.sequence
        return try requireStore().reading(layout) { read in
            try body(RowReader(layout: layout, cache: cache, feed: feed, sequence: sequence, read: read))
        }
    }
}
