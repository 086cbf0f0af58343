public import Foundation
internal import Synchronization

/// The link between contexts and stores: it reads and saves rows for contexts, and publishes the
/// changes of each context to the others.
///
/// Safe to use from any thread. Several stores are used like one; `NSPersistentStoreDescription`
/// says how entities are divided among them.
// Safe to share: constants, and mutexes and atomics around everything else.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    /// The model of the coordinator's stores. It can no longer be changed.
    public let managedObjectModel: NSManagedObjectModel
    /// A name for the app's own use.
    open var name: String? {
        get { givenName.withLock { $0 } }
        set { givenName.withLock { $0 = newValue } }
    }
    private let givenName = Mutex<String?>(nil)

    let feed = ChangeFeed()
    let cache = RowCache()
    /// The queue of `perform(_:)`, which also opens stores asynchronously.
    let queue = ContextQueue(.privateQueueConcurrencyType, label: "NSPersistentStoreCoordinator")
    /// The lock that is held while stores are opened, added, removed or replaced, so that only one
    /// such change runs at a time. The app's code never runs under it.
    let changingStores = NSLock()
    /// The places of stores that are open and not added yet, while observers of the change run.
    let opening = Mutex<[ObjectIdentifier: StorePlace]>([:])
    /// The notifications of changes that were made under `changingStores`.
    let changeNotifications = StoreChangeNotifications()
    private let opened = Mutex(OpenedStores())
    /// The key spaces and reference objects of stores.
    let numbers = StoreNumbers()
    /// The references of all stores that have ever belonged to the coordinator.
    private let references = Mutex<Set<ObjectIdentifier>>([])
    /// The number of times that external commits to a store without a history were found. Which
    /// rows they changed is unknown.
    let writesUnknown = Atomic<Int>(0)
    private let followers = WeakList<any CoordinatorFollower>()
    /// Whether the coordinator has had a store that executes requests itself.
    var executesRequests: Bool { hasHadRequestStore.load(ordering: .relaxed) }
    private let hasHadRequestStore = Atomic(false)
    /// Whether the metadata of a store may have been changed since they were last written.
    var hasEditedMetadata: Bool {
        get { mayHaveEdits.load(ordering: .relaxed) }
        set { mayHaveEdits.store(newValue, ordering: .relaxed) }
    }
    private let mayHaveEdits = Atomic(false)
    /// Whether fetches of an entity compare to-many relationships as a store does that joins their
    /// members: unless a store of the entity executes requests itself.
    func joinsMembers(of layout: EntityLayout) -> Bool {
        !executesRequests || !stores.stores(taking: layout).contains(where: \.executesRequests)
    }
    /// Whether the coordinator and its contexts post notifications. Set it to false, before a store is
    /// added, for a store of Strata's own: apps observe all contexts (`object: nil`), and expect their
    /// own objects there.
    package final var postsNotifications: Bool {
        get { !isSilent.load(ordering: .relaxed) }
        set { isSilent.store(!newValue, ordering: .relaxed) }
    }
    private let isSilent = Atomic(false)
    /// Whether reads of the stores fail where no error can be thrown.
    let outage = ReadOutage()
    /// Whether looks for external changes fail.
    let failingLooks = ReadOutage()

    private struct OpenedStores {
        var stores: [NSPersistentStore] = []
        var subscriptions: [ObjectIdentifier: any StoreSubscription] = [:]
    }

    /// Creates a coordinator without stores. The model can no longer be changed; mistakes in it
    /// trap.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        // Access to the layouts makes the model immutable and traps for mistakes in it.
        for entity in model.entitiesByName.values { _ = entity.layout }
        LoadedModels.add(model)
    }

    /// Creates a coordinator whose model is not one of the loaded models, in which classes and
    /// requests find their entities. A migration uses such models.
    init(unlisted model: NSManagedObjectModel) {
        managedObjectModel = model
        // Access to the layouts makes the model immutable and traps for mistakes in it.
        for entity in model.entitiesByName.values { _ = entity.layout }
    }

    /// Tells the stores that they are removed. The coordinator can no longer be passed to them.
    deinit {
        for store in stores.stores { store.willRemove(from: nil) }
    }

    public override var description: String { "<NSPersistentStoreCoordinator: \(address(of: self))>" }

    /// The stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { stores.stores }

    // MARK: Stores

    var stores: StoreGroup { StoreGroup(stores: opened.withLock { $0.stores }) }

    /// Returns the stores. Throws NSPersistentStoreOperationError if there are none.
    func requireStores() throws -> StoreGroup {
        let stores = stores
        guard !stores.stores.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The coordinator has no store. Call loadPersistentStores first, and check its error."
            )
        }
        return stores
    }

    /// Adds an opened store to the coordinator and starts to follow its external changes.
    func attach(_ store: NSPersistentStore) {
        store.keySpace = keySpace(for: store.uuid)
        numbers.use(store.keySpace, store.identity.references, of: store.uuid, type: store.type)
        becomeCoordinator(of: store)
        let subscription = follow(store)
        opened.withLock {
            $0.stores.append(store)
            $0.subscriptions[ObjectIdentifier(store)] = subscription
        }
    }

    /// Prepares the coordinator for a store that is not in its list yet.
    private func becomeCoordinator(of store: NSPersistentStore) {
        store.persistentStoreCoordinator = self
        if store.executesRequests { hasHadRequestStore.store(true, ordering: .relaxed) }
        if store.identity.isEdited { hasEditedMetadata = true }
        _ = references.withLock { $0.insert(ObjectIdentifier(store.reference)) }
    }

    /// Removes a store from the list of stores. Returns its index, for `attachAgain(_:at:)`.
    @discardableResult
    func detach(_ store: NSPersistentStore) -> Int {
        let (index, subscription) = opened.withLock { opened in
            let index = opened.stores.firstIndex { $0 === store }
            if let index { opened.stores.remove(at: index) }
            return (index ?? opened.stores.count, opened.subscriptions.removeValue(forKey: ObjectIdentifier(store)))
        }
        // Released after the lock: that ends the subscription.
        _ = subscription
        store.persistentStoreCoordinator = nil
        return index
    }

    /// Undoes `detach(_:)`, whose result is the index.
    func attachAgain(_ store: NSPersistentStore, at index: Int) {
        store.persistentStoreCoordinator = self
        let subscription = follow(store)
        opened.withLock {
            $0.stores.insert(store, at: min(index, $0.stores.count))
            $0.subscriptions[ObjectIdentifier(store)] = subscription
        }
    }

    /// Replaces a store by a copy of it, in which objects have the same IDs.
    func exchange(_ old: NSPersistentStore, for new: NSPersistentStore) {
        new.keySpace = old.keySpace
        becomeCoordinator(of: new)
        let subscription = follow(new)
        opened.withLock { opened in
            guard let index = opened.stores.firstIndex(where: { $0 === old }) else { return }
            opened.stores[index] = new
            opened.subscriptions[ObjectIdentifier(old)] = nil
            opened.subscriptions[ObjectIdentifier(new)] = subscription
        }
        old.persistentStoreCoordinator = nil
    }

    /// Returns the key space for a store with a UUID. A store that is added again gets its previous
    /// key space, so that IDs of its objects are valid again.
    func keySpace(for identifier: String) -> KeySpace { numbers.keySpace(for: identifier, taken: takenKeySpaces) }

    /// Gives back the key space and the reference objects of a store that was opened and is not
    /// added.
    func giveBack(_ space: KeySpace, of identifier: String, type: String) {
        numbers.giveBack(space, of: identifier, type: type, taken: takenKeySpaces)
    }

    private var takenKeySpaces: Set<KeySpace> { Set(stores.stores.map(\.keySpace)) }

    /// Returns the object ID for a URI; nil if the coordinator has no such store or entity. Does
    /// not check that the row exists.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard url.scheme == "x-coredata", let host = url.host(percentEncoded: true),
            let store = stores.stores.first(where: { NSManagedObjectID.host($0.uuid) == host }),
            url.pathComponents.count == 3, let entity = managedObjectModel.entitiesByName[url.pathComponents[1]],
            url.pathComponents[2].hasPrefix("p"), store.takes(entity.layout)
        else { return nil }
        let text = String(url.pathComponents[2].dropFirst())
        if let references = store.reference.references {
            let rowID = store.keySpace.rowID(references.key(ofURIText: text, entity.layout))
            store.noteMissing(entity.layout, rowID)
            return NSManagedObjectID(entity: entity, rowID: rowID, store: store)
        }
        guard let key = Int64(text), KeySpace.takes(key) else { return nil }
        return NSManagedObjectID(entity: entity, rowID: store.keySpace.rowID(PrimaryKey(key)), store: store)
    }

    /// Converts an object ID to this coordinator's ID of the object, since another coordinator may
    /// use a different row ID for the same row. Returns nil if the coordinator does not have the
    /// store.
    func own(_ objectID: NSManagedObjectID) -> NSManagedObjectID? {
        if objectID.isTemporaryID || objectID.persistentStore?.persistentStoreCoordinator === self { return objectID }
        return managedObjectID(forURIRepresentation: objectID.uriRepresentation())
    }

    /// Converts an object ID to this coordinator's ID of the object. Also accepts IDs from a store
    /// that was removed. Throws NSManagedObjectReferentialIntegrityError if the store has never
    /// belonged to this coordinator.
    func known(_ objectID: NSManagedObjectID) throws -> NSManagedObjectID {
        if let own = own(objectID) { return own }
        // References are never deallocated, so their addresses are not reused.
        if let reference = objectID.reference, references.withLock({ $0.contains(ObjectIdentifier(reference)) }) {
            return objectID
        }
        throw NSError(
            code: NSManagedObjectReferentialIntegrityError,
            "\(objectID.uriRepresentation()) identifies an object of a store that this coordinator does not have. Add that store, or use an ID from one of its stores."
        )
    }

    // MARK: Followers

    /// Starts publishing changes to a context.
    func add(_ follower: any CoordinatorFollower) {
        followers.add(follower)
    }

    /// Stops publishing changes to a context that has another coordinator now, or none.
    func remove(_ follower: any CoordinatorFollower) {
        followers.remove(follower)
    }

    // MARK: Changes

    /// Appends changes to the feed that are about to be committed. Called inside the transaction.
    func announce(_ changes: ChangeSet) {
        feed.append(changes)
    }

    /// Publishes committed changes: to the feed, the row cache, and the contexts that merge
    /// automatically. Posts the remote-change notification.
    ///
    /// - Parameters:
    ///   - saver: The context that saved. Nil for a batch request, whose changes contexts merge
    ///     explicitly or from the history, as on Apple's platforms.
    /// - Returns: The changes with their revision.
    @discardableResult
    func publish(_ changes: ChangeSet, savedBy saver: (any CoordinatorFollower)?) -> ChangeSet {
        // External changes that were committed earlier must be published first.
        settleExternalChanges()
        var changes = changes
        changes.revision = feed.append(changes)
        cache.forget(changes)
        if changes.isEmpty { return changes }
        if let saver {
            for follower in followers.living where follower !== saver { follower.mergeIfAutomatic(changes, from: self) }
        }
        let stores = stores.stores
        for store in stores where stores.count == 1 || changes.touches(store.keySpace) { postRemoteChange(store) }
        return changes
    }

    /// Publishes external changes to the feed, the row cache, and all contexts that merge
    /// automatically.
    ///
    /// - Parameter finder: The context whose own fetch has found the changes, if it did. It merges them
    ///   before the call returns, so call this on its queue.
    func appendExternalChanges(_ changes: ChangeSet, foundBy finder: (any CoordinatorFollower)? = nil) {
        var changes = changes
        changes.revision = feed.append(changes)
        cache.forget(changes)
        for follower in followers.living where follower !== finder { follower.mergeIfAutomatic(changes, from: self) }
        finder?.mergeAtOnceIfAutomatic(changes, from: self)
    }

    /// Appends changes to the feed that the app passes to a merge, and evicts their rows from the
    /// cache. Sets their revision.
    ///
    /// Another process or coordinator may have made them in a store without a history, or this one
    /// may not have found them yet. Otherwise the merge would read the cached rows from before.
    func recordChangesElsewhere(_ changes: inout ChangeSet) {
        if changes.isEmpty { return }
        changes.revision = feed.append(changes)
        cache.forget(changes)
    }

    /// Publishes a change that cannot be listed, for example because its history was deleted.
    /// Evicts all cached rows, and contexts that merge automatically read all their objects again.
    func publishUnknown() {
        feed.forgetAll()
        cache.forgetAll()
        for follower in followers.living { follower.rereadIfAutomatic(from: self) }
    }

    /// Notifies the contexts that a read has succeeded after others have failed, so that they read
    /// again what they could not read.
    func publishRecovery() {
        for follower in followers.living { follower.readAgainSoon() }
    }

    /// Notifies the contexts that stores were added or removed, and evicts all cached rows.
    func publishStores() {
        feed.forgetAll()
        cache.forgetAll()
        for follower in followers.living { follower.storesDidChange(of: self) }
    }

    // MARK: Rows

    /// Returns the rows with these IDs. Reads those that are not in the cache from the stores.
    /// Omits rows that do not exist.
    ///
    /// - Parameter maxAge: The maximum age of cached rows, in seconds; any age if negative.
    func rows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval = -1) throws -> [RowID: Row] {
        var (rows, missing) = cache.rows(layout, rowIDs, maxAge: maxAge)
        guard !missing.isEmpty else { return rows }
        // Record the revision before the snapshot is opened; see `RowCache`.
        let revision = feed.revision
        let stores = try requireStores()
        var read: [RowID: Row] = [:]
        if missing.count > 1 {
            read = try stores.rows(layout, missing)
        } else {
            try stores.reading(layout, ahead: missing) { row in
                for rowID in missing { read[rowID] = try row(rowID) }
            }
        }
        cache.insert(read.lazy.map { (RowKey(layout, $0), $1) }, ifStill: { feed.revision == revision })
        if rows.isEmpty { return read }
        rows.merge(read) { $1 }
        return rows
    }

    /// Reads the rows with these IDs from the stores, in one statement for each store, and inserts
    /// them into the cache.
    func readRows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] {
        if rowIDs.isEmpty { return [:] }
        // Record the revision before the snapshot is opened; see `RowCache`.
        let revision = feed.revision
        let rows = try requireStores().rows(layout, rowIDs)
        cache.insert(rows.lazy.map { (RowKey($1.layout, $0), $1) }, ifStill: { feed.revision == revision })
        return rows
    }

    /// Calls `body` with a reader of rows from the cache or from one snapshot of each store.
    ///
    /// - Parameter ahead: The IDs of rows that `body` will probably read.
    func reading<T>(_ layout: EntityLayout, ahead: [RowID] = [], _ body: (RowReader) throws -> T) throws -> T {
        // Record the revision before the snapshot is opened; see `RowCache`.
        let revision = feed.revision
        return try stores.reading(layout, ahead: ahead) { read in
            try body(RowReader(layout: layout, cache: cache, feed: feed, revision: revision, read: read))
        }
    }
}
