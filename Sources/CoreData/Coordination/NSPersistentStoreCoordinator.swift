public import Foundation
internal import Synchronization

/// Stands between contexts and the stores: reads and saves for them, and tells them of each other's changes.
///
/// Safe to use from any thread. Several stores are asked as one; see `NSPersistentStoreDescription` for how entities are divided among them.
// Safe to share: constants, and mutexes and atomics around what is not.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    public let managedObjectModel: NSManagedObjectModel
    /// A name for the messages of an app; nothing else uses it.
    open var name: String? {
        get { givenName.withLock { $0 } }
        set { givenName.withLock { $0 = newValue } }
    }
    private let givenName = Mutex<String?>(nil)

    let feed = ChangeFeed()
    let cache = RowCache()
    /// Where `perform(_:)` runs blocks, and stores are added that are to be added asynchronously.
    let queue = ContextQueue(.privateQueueConcurrencyType)
    /// Held while stores are added and removed, which is done one at a time.
    let changingStores = NSRecursiveLock()
    private let opened = Mutex(OpenedStores())
    private let keySpaces = Mutex<[String: KeySpace]>([:])
    /// The references of all stores that there ever were.
    private let references = Mutex<Set<ObjectIdentifier>>([])
    /// How often others were noticed to have written a store without a history, which does not tell what.
    let writesUnknown = Atomic<Int>(0)
    private let contexts = Mutex<[WeakContext]>([])

    private struct OpenedStores {
        var stores: [SQLiteStore] = []
        var followers: [ObjectIdentifier: StoreFollower] = [:]
    }

    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        // Building the layouts ends the time in which the model can be changed, and finds mistakes in it now.
        for entity in model.entitiesByName.values { _ = entity.layout }
        LoadedModels.add(model)
    }

    public override var description: String { "<NSPersistentStoreCoordinator: \(address(of: self))>" }

    /// The stores, in the order in which they were added.
    open var persistentStores: [NSPersistentStore] { stores.stores }

    // MARK: Stores

    var stores: StoreGroup { StoreGroup(stores: opened.withLock { $0.stores }) }

    /// The stores, for work that cannot go on without one.
    func requireStores() throws -> StoreGroup {
        let stores = stores
        guard !stores.stores.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The coordinator has no store. Call loadPersistentStores and look at its error first."
            )
        }
        return stores
    }

    /// Makes a store one of the coordinator's.
    func attach(_ store: SQLiteStore) {
        store.keySpace = keySpace(for: store.uuid)
        store.persistentStoreCoordinator = self
        _ = references.withLock { $0.insert(ObjectIdentifier(store.reference)) }
        let follower = StoreFollower(store, for: self)
        opened.withLock {
            $0.stores.append(store)
            $0.followers[ObjectIdentifier(store)] = follower
        }
    }

    func detach(_ store: SQLiteStore) {
        opened.withLock {
            $0.stores.removeAll { $0 === store }
            $0.followers[ObjectIdentifier(store)] = nil
        }
        store.persistentStoreCoordinator = nil
    }

    /// Puts a store, which is a copy, in the place of another, with the same numbers.
    func exchange(_ old: SQLiteStore, for new: SQLiteStore) {
        new.keySpace = old.keySpace
        new.persistentStoreCoordinator = self
        _ = references.withLock { $0.insert(ObjectIdentifier(new.reference)) }
        let follower = StoreFollower(new, for: self)
        opened.withLock { opened in
            guard let index = opened.stores.firstIndex(where: { $0 === old }) else { return }
            opened.stores[index] = new
            opened.followers[ObjectIdentifier(old)] = nil
            opened.followers[ObjectIdentifier(new)] = follower
        }
        old.persistentStoreCoordinator = nil
    }

    /// A store that comes back has the numbers it had, so that its objects' identifiers are good again.
    private func keySpace(for identifier: String) -> KeySpace {
        let taken = Set(stores.stores.map(\.keySpace))
        return keySpaces.withLock { keySpaces in
            if let known = keySpaces[identifier], !taken.contains(known) { return known }
            var ordinal = keySpaces.count
            while taken.contains(KeySpace(ordinal: ordinal)) { ordinal += 1 }
            // Two stores with one UUID, the original and a copy, are told apart until they are removed.
            keySpaces[keySpaces[identifier] == nil ? identifier : "\(identifier) \(ordinal)"] = KeySpace(ordinal: ordinal)
            return KeySpace(ordinal: ordinal)
        }
    }

    /// The identifier that a URI names, or nil if it is not one of this coordinator's stores.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard url.scheme == "x-coredata", let store = stores.stores.first(where: { $0.uuid == url.host }),
            url.pathComponents.count == 3, let entity = managedObjectModel.entitiesByName[url.pathComponents[1]],
            url.pathComponents[2].hasPrefix("p"), let key = Int64(url.pathComponents[2].dropFirst()), key > 0,
            store.takes(entity.layout)
        else { return nil }
        return NSManagedObjectID(entity: entity, number: store.keySpace.number(key), store: store)
    }

    /// An identifier as this coordinator numbers it, which another that has the same store may do otherwise; nil for one of no store here.
    func own(_ objectID: NSManagedObjectID) -> NSManagedObjectID? {
        if objectID.isTemporaryID || objectID.persistentStore?.persistentStoreCoordinator === self { return objectID }
        return managedObjectID(forURIRepresentation: objectID.uriRepresentation())
    }

    /// The same, also for one of a store that was removed; throws for another coordinator's.
    func known(_ objectID: NSManagedObjectID) throws -> NSManagedObjectID {
        if let own = own(objectID) { return own }
        // References live as long as the program, so that none is taken for another.
        if let reference = objectID.reference, references.withLock({ $0.contains(ObjectIdentifier(reference)) }) {
            return objectID
        }
        throw NSError(
            code: NSManagedObjectReferentialIntegrityError,
            "\(objectID.uriRepresentation()) names an object of a store that is none of this coordinator's. Add that store, or take an identifier of one that it has."
        )
    }

    // MARK: Contexts

    func add(_ context: NSManagedObjectContext) {
        ContextsInUse.add(context)
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil }
            contexts.append(WeakContext(context: context))
        }
    }

    private var livingContexts: [NSManagedObjectContext] { contexts.withLock { $0.compactMap(\.context) } }

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
        let stores = stores.stores
        for store in stores where store.hasUnseenTransactions { followOthers(store) }
        var changes = changes
        changes.generation = feed.append(changes)
        cache.forget(changes)
        if changes.isEmpty { return changes }
        if let saver {
            for context in livingContexts where context !== saver { context.mergeIfAutomatic(changes) }
        }
        for store in stores where stores.count == 1 || changes.touches(store.keySpace) { postRemoteChange(store) }
        return changes
    }

    /// Tells everybody what another process, or another coordinator, wrote, as if a context of this one had saved it.
    func publishOthers(_ changes: ChangeSet) {
        var changes = changes
        changes.generation = feed.append(changes)
        cache.forget(changes)
        for context in livingContexts { context.mergeIfAutomatic(changes) }
    }

    /// Tells everybody that others wrote what is not known any more, since the history of it was deleted.
    func publishUnknown() {
        feed.forgetAll()
        cache.forgetAll()
        for context in livingContexts { context.rereadIfAutomatic() }
    }

    /// Tells everybody that there are other stores than before.
    func publishStores() {
        feed.forgetAll()
        cache.forgetAll()
        for context in livingContexts { context.storesDidChange() }
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
        let stores = try requireStores()
        if missing.count > 1 {
            rows.merge(try stores.rows(layout, missing)) { $1 }
        } else {
            try stores.reading(layout) { read in
                for number in missing { rows[number] = try read(number) }
            }
        }
        cache.insert(
            missing.lazy.compactMap { number in rows[number].map { (RowKey(layout, number), $0) } },
            ifStill: { feed.sequence == sequence })
        return rows
    }

    /// The rows with these numbers, in one statement a store and past the cache, which keeps them.
    func readRows(_ layout: EntityLayout, _ numbers: [Int64]) throws -> [Int64: Row] {
        if numbers.isEmpty { return [:] }
        // The sequence before the snapshot, as below.
        let sequence = feed.sequence
        let rows = try requireStores().rows(layout, numbers)
        cache.insert(rows.lazy.map { (RowKey($1.layout, $0), $1) }, ifStill: { feed.sequence == sequence })
        return rows
    }

    /// Calls `body` with a reader of rows: all it reads comes from the cache or one snapshot of each store.
    func reading<T>(_ layout: EntityLayout, _ body: (RowReader) throws -> T) throws -> T {
        // The sequence before the snapshot: a row is cached only if nothing was announced since.
        let sequence = feed.sequence
        return try stores.reading(layout) { read in
            try body(RowReader(layout: layout, cache: cache, feed: feed, sequence: sequence, read: read))
        }
    }
}
