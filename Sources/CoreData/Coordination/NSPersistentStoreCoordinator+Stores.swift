public import Foundation
internal import StrataTraps
internal import Synchronization

extension NSPersistentStoreCoordinator {
    /// Adds a store, creating its file if it does not exist, and then calls `block`, with an error
    /// if the store could not be added.
    ///
    /// If the description's `shouldAddStoreAsynchronously` is true, the method returns immediately,
    /// and `block` is called on the coordinator's queue. Otherwise `block` is called before the
    /// method returns.
    public func addPersistentStore(
        with storeDescription: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        add(storeDescription) { _, error in block(storeDescription, error) }
    }

    /// Adds a store like `addPersistentStore(with:completionHandler:)`.
    ///
    /// - Parameter block: Called with the store or the error.
    func add(
        _ description: NSPersistentStoreDescription, then block: @escaping (NSPersistentStore?, (any Error)?) -> Void
    ) {
        // Copies the description, since the caller may change it before the store is opened.
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

    func add(_ description: NSPersistentStoreDescription) throws -> NSPersistentStore {
        // Before the lock is taken, since the handlers of stages are the app's code.
        if let stages = description.options[NSPersistentStoreStagedMigrationManagerOptionKey] as? any StagedStoreMigration {
            try checkAbsence(of: description)
            try stages.migrate(description, to: managedObjectModel)
        }
        let store = try open(description)
        postWillChange([NSAddedPersistentStoresKey: [store]])
        defer { changeNotifications.post() }
        do {
            try changingStores.withLock {
                _ = opening.withLock { $0.removeValue(forKey: ObjectIdentifier(store)) }
                // An observer, or another thread, may have added the same file meanwhile.
                try checkAbsence(of: description)
                attach(store)
                publishStores()
                addDidChange([NSAddedPersistentStoresKey: [store]])
            }
        } catch {
            close(store, after: error)
            throw error
        }
        store.didAdd(to: self)
        return store
    }

    /// Opens the store of a description, and records its place until it is added.
    private func open(_ description: NSPersistentStoreDescription) throws -> NSPersistentStore {
        let isRegistered = try StoreKinds.kind(of: description) is RegisteredKind
        try checkAbsence(of: description)
        // The class of a store is the app's code, which does not run under the lock.
        let registered = isRegistered ? try NSPersistentStore.open(description, for: self) : nil
        do {
            return try changingStores.withLock {
                try checkAbsence(of: description)
                let store = try registered ?? NSPersistentStore.open(description, for: self)
                let place = store.place
                if place != .memory { opening.withLock { $0[ObjectIdentifier(store)] = place } }
                return store
            }
        } catch {
            // Another thread has added the same store meanwhile.
            if let registered { close(registered, after: error) }
            throw error
        }
    }

    /// Closes a store that was opened and is not used because of an error. That error is the one to
    /// throw, so another one is logged.
    func close(_ store: NSPersistentStore, after error: any Error) {
        giveBack(store.keySpace, of: store.uuid, type: store.type)
        do {
            try store.engine.close()
        } catch {
            CoreDataLog.error("A store that was opened and is not used could not be closed: \(error.localizedDescription)")
        }
    }

    /// Throws if the coordinator has a store at the location of a description.
    private func checkAbsence(of description: NSPersistentStoreDescription) throws {
        let kind = try StoreKinds.kind(of: description)
        guard let url = description.url, kind.place(of: url) != .memory, let known = store(at: url) else { return }
        throw NSError(
            code: 134081,
            "The coordinator already has the store at \(url.path). Use the one in persistentStores, or remove it first.",
            [NSAffectedStoresErrorKey: [known]])
    }

    /// Adds a store, creating it if it does not exist.
    ///
    /// `configuration` names the configuration whose entities the store contains; nil means all
    /// entities. The keys of `options` are constants such as `NSReadOnlyPersistentStoreOption`.
    @discardableResult
    public func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try add(NSPersistentStoreDescription(type: storeType, configuration: configuration, url: storeURL, options: options))
    }

    /// Adds a store; see `addPersistentStore(ofType:configurationName:at:options:)`.
    @discardableResult
    public func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
    }

    /// Removes a store from the coordinator and closes it. The file is kept.
    ///
    /// The store's objects leave their contexts and live results as if they were deleted. This
    /// happens later, on the queue of each context.
    ///
    /// If the store cannot be closed, the coordinator keeps it, and throws the error.
    public func remove(_ store: NSPersistentStore) throws {
        let store = try own(store)
        willRemove(store)
        defer { changeNotifications.post() }
        try changingStores.withLock {
            _ = try own(store)
            let place = detach(store)
            do {
                try store.engine.close()
            } catch {
                attachAgain(store, at: place)
                throw error
            }
            publishStores()
            addDidChange([NSRemovedPersistentStoresKey: [store]])
        }
    }

    /// Calls a closure under the lock of changes, while the coordinator has no store at a location.
    /// Removes one that is there.
    ///
    /// Throws NSPersistentStoreOperationError if observers add it again each time that it is removed,
    /// and while it is being added.
    func withoutStore(at url: URL, of kind: any StoreKind, _ body: () throws -> Void) throws {
        let place = kind.place(of: url)
        for _ in 0..<8 {
            if let open = store(at: url) {
                do {
                    try remove(open)
                } catch  where store(at: url) !== open {
                    // Another thread has removed it first.
                    continue
                }
            }
            let isDone = try changingStores.withLock {
                guard store(at: url) == nil else { return false }
                guard !opening.withLock({ $0.values.contains(place) }) else {
                    throw NSError(
                        code: NSPersistentStoreOperationError,
                        "The store at \(url.path) is being added, on another thread or in an observer. Wait until it is.")
                }
                try body()
                return true
            }
            if isDone { return }
        }
        throw NSError(
            code: NSPersistentStoreOperationError,
            "The store at \(url.path) is added again each time that it is removed. Look for an observer that adds it.")
    }

    /// Returns the store at a location; nil if the coordinator has none there.
    public func persistentStore(for url: URL) -> NSPersistentStore? { store(at: url) }

    /// Returns the location of a store.
    public func url(for store: NSPersistentStore) -> URL { store.url ?? URL(filePath: "/dev/null") }

    /// Returns the metadata of a store; see `NSPersistentStore.metadata`.
    public func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Sets the metadata of a store. It is written to the file by the next save to that store, and by
    /// that of a context without changes.
    public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) { store.metadata = metadata }

    func store(at url: URL) -> NSPersistentStore? { stores.stores.first { $0.place == $0.kind.place(of: url) } }

    /// Returns a store of this coordinator. Throws NSPersistentStoreOperationError for a store of
    /// another one.
    func own(_ store: NSPersistentStore) throws -> NSPersistentStore {
        guard let own = stores.stores.first(where: { $0 === store }) else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The store \(store.url?.path ?? store.uuid) does not belong to this coordinator. Use its persistentStores.")
        }
        return own
    }

    // MARK: Notifications

    /// Posts the notification before a change. Call it when no lock is held: observers are the app's
    /// code.
    func postWillChange(_ userInfo: [String: Any]) {
        guard postsNotifications else { return }
        changeNotifications.post()
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresWillChange, object: self, userInfo: userInfo)
    }

    /// Posts the two notifications before the removal of a store, or before another one takes its
    /// place, and tells the store. Call it when no lock is held.
    func willRemove(_ store: NSPersistentStore) {
        postWillChange([NSRemovedPersistentStoresKey: [store]])
        if postsNotifications {
            NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: store)
        }
        store.willRemove(from: self)
    }

    /// Adds the notification after a change to those that are posted after the lock is released.
    func addDidChange(_ userInfo: [String: Any]) {
        guard postsNotifications else { return }
        changeNotifications.add(
            Notification(name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: userInfo))
    }

    // MARK: Work

    /// Adds a block to the coordinator's private queue, which runs its blocks in order, and returns
    /// immediately.
    public func perform(_ block: @escaping () -> Void) {
        nonisolated(unsafe) let block = block
        queue.async { block() }
    }

    /// Runs a block on the coordinator's queue, waits for it and returns its result. If the caller
    /// is on that queue already, the block runs immediately.
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try queue.sync(block) }

    /// Runs a block on the coordinator's queue and returns its result.
    public func perform<T>(_ block: @escaping () throws -> T) async rethrows -> T {
        nonisolated(unsafe) let block = block
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<T>, Never>) in
            queue.async { continuation.resume(returning: Outcome(result: Result { try block() })) }
        }
        return try outcome.get { throw $0 }
    }

    /// Returns the object ID for the text of a URI; nil if the text is no URI, or if the coordinator
    /// has no such store or entity. Does not check that the row exists.
    public func managedObjectID(for string: String) -> NSManagedObjectID? {
        URL(string: string).flatMap(managedObjectID(forURIRepresentation:))
    }
}

extension Notification.Name {
    /// Posted by a coordinator before stores are added or removed. The user info has the stores
    /// under `NSAddedPersistentStoresKey` and `NSRemovedPersistentStoresKey`.
    public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// Posted by a coordinator after stores were added, removed or moved. The user info has the
    /// stores under `NSAddedPersistentStoresKey`, `NSRemovedPersistentStoresKey` and
    /// `NSUUIDChangedPersistentStoresKey`.
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Posted before a store is removed. The notification's object is the store.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

/// The key of the array of added stores in the coordinator's notifications.
public let NSAddedPersistentStoresKey = "added"
/// The key of the array of removed stores in the coordinator's notifications.
public let NSRemovedPersistentStoresKey = "removed"
/// The key of an array of two stores in `NSPersistentStoreCoordinatorStoresDidChange`: the store at
/// the previous location, and the store that replaced it at a new location.
public let NSUUIDChangedPersistentStoresKey = "changed"
