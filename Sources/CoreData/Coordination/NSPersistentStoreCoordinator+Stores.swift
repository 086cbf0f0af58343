public import Foundation
internal import Traps

extension NSPersistentStoreCoordinator {
    /// Opens a store, making it where there is none, and calls `block` with an error if that fails.
    ///
    /// With `shouldAddStoreAsynchronously` it returns at once, and `block` is called on a queue of the coordinator's; else before it returns.
    public func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        add(storeDescription) { _, error in block(storeDescription, error) }
    }

    /// - Parameter block: called with the store or the error.
    func add(
        _ description: NSPersistentStoreDescription, then block: @escaping (SQLiteStore?, (any Error)?) -> Void
    ) {
        // The caller may change the description meanwhile.
        guard let description = description.copy() as? NSPersistentStoreDescription else { return }
        nonisolated(unsafe) let block = block
        let work: @Sendable () -> Void = { [self] in
            do {
                block(try add(description), nil)
            } catch {
                block(nil, error)
            }
        }
        if description.shouldAddStoreAsynchronously { queue.async(work) } else { work() }
    }

    func add(_ description: NSPersistentStoreDescription) throws -> SQLiteStore {
        try changingStores.withLock {
            if let url = description.url, url.path != "/dev/null", let known = store(at: url) {
                throw NSError(
                    code: 134081,
                    "The coordinator has the store at \(url.path) already. Take it from persistentStores, or remove it first.",
                    [NSAffectedStoresErrorKey: [known]])
            }
            let store = try SQLiteStore(description, model: managedObjectModel)
            post(.NSPersistentStoreCoordinatorStoresWillChange, [NSAddedPersistentStoresKey: [store]])
            attach(store)
            publishStores()
            post(.NSPersistentStoreCoordinatorStoresDidChange, [NSAddedPersistentStoresKey: [store]])
            return store
        }
    }

    /// Opens a store, making it where there is none.
    ///
    /// - Parameters:
    ///   - configuration: the configuration whose entities the store keeps; nil for all.
    ///   - options: under keys such as `NSReadOnlyPersistentStoreOption`.
    @discardableResult
    public func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try add(NSPersistentStoreDescription(type: storeType, configuration: configuration, url: storeURL, options: options))
    }

    /// See `addPersistentStore(ofType:configurationName:at:options:)`.
    @discardableResult
    public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Lets go of a store and its file.
    ///
    /// Objects of it that contexts have are gone: without values, as if they were deleted. Live results leave them out.
    public func remove(_ store: NSPersistentStore) throws {
        try changingStores.withLock {
            let store = try own(store)
            post(.NSPersistentStoreCoordinatorStoresWillChange, [NSRemovedPersistentStoresKey: [store]])
            NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
            detach(store)
            publishStores()
            try store.close()
            post(.NSPersistentStoreCoordinatorStoresDidChange, [NSRemovedPersistentStoresKey: [store]])
        }
    }

    /// The store that was opened from a file; nil if there is none.
    public func persistentStore(for url: URL) -> NSPersistentStore? { store(at: url) }

    /// Where a store is.
    public func url(for store: NSPersistentStore) -> URL { store.url ?? URL(filePath: "/dev/null") }

    /// What a store says of itself; see `NSPersistentStore.metadata`.
    public func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets what a store says of itself, to be written with the next save that writes to the store.
    public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) { store.metadata = metadata }

    func store(at url: URL) -> SQLiteStore? {
        let path = url.resolvingSymlinksInPath().path
        return stores.stores.first { $0.url?.resolvingSymlinksInPath().path == path }
    }

    /// A store as one of this coordinator's.
    func own(_ store: NSPersistentStore) throws -> SQLiteStore {
        guard let own = stores.stores.first(where: { $0 === store }) else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The store \(store.url?.path ?? store.uuid) is none of this coordinator's; take one of its persistentStores.")
        }
        return own
    }

    func post(_ name: Notification.Name, _ userInfo: [String: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }

    // MARK: Work

    /// Runs a block on a queue of the coordinator's own, later, after those that were given before.
    public func perform(_ block: @escaping () -> Void) {
        nonisolated(unsafe) let block = block
        queue.async { block() }
    }

    /// Runs a block on the coordinator's queue and waits for it; called on that queue, at once.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try queue.sync(block) }

    /// Runs a block on the coordinator's queue and gives what it returns or throws.
    public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T {
        nonisolated(unsafe) let block = block
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<T>, Never>) in
            queue.async { continuation.resume(returning: Outcome(result: Result { try block() })) }
        }
        return try outcome.get { throw $0 }
    }

    /// Carries out a request as `NSManagedObjectContext.execute(_:)` does; a fetch gives an array of its results.
    public func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        require(context.persistentStoreCoordinator === self, "The context has another coordinator; ask that one.")
        if let fetch = request as? any ArrayRequest { return try fetch.results(in: context) }
        return try context.execute(request)
    }
}

/// A request whose result is an array.
private protocol ArrayRequest {
    func results(in context: NSManagedObjectContext) throws -> [Any]
}

extension NSFetchRequest: ArrayRequest {
    fileprivate func results(in context: NSManagedObjectContext) throws -> [Any] { try context.fetch(self) }
}

extension Notification.Name {
    /// Posted by a coordinator before stores are added or removed, with them under the keys below.
    public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// Posted by a coordinator after stores were added or removed, with them under the keys below.
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Posted before a store is removed; its object is the store.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

/// An array of the stores that were added, in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSAddedPersistentStoresKey = "added"
/// An array of the stores that were removed, in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSRemovedPersistentStoresKey = "removed"
/// An array of a store and the one that took its place elsewhere, in `NSPersistentStoreCoordinatorStoresDidChange`.
public let NSUUIDChangedPersistentStoresKey = "changed"
