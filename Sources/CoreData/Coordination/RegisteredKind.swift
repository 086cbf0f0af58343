internal import CStrataRuntime
internal import Foundation
internal import StrataTraps

/// The kind of the stores whose class was registered for a type; see
/// `NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`.
struct RegisteredKind: StoreKind {
    let type: String
    let storeClass: NSPersistentStore.Type

    /// Creates a store of the class, reads its metadata and opens it.
    ///
    /// - Throws: What the class throws, and NSPersistentStoreIncompatibleVersionHashError if the
    ///   metadata have the version hashes of another model.
    func openStore(
        _ description: NSPersistentStoreDescription, for coordinator: NSPersistentStoreCoordinator
    ) throws -> NSPersistentStore {
        guard let url = description.url else {
            throw NSError(
                code: NSPersistentStoreOpenError, "A store of type '\(type)' needs a location. Set the url of its description.")
        }
        let model = coordinator.managedObjectModel
        // Throws for a configuration that does not exist.
        let entities = try model.entities(of: description.configuration) ?? Set(model.entities)
        let store = Self.make(
            storeClass, for: coordinator, configuration: description.configuration, at: url, options: description.storeOptions)
        try store.loadMetadata()
        let metadata = store.metadata ?? [:]
        guard let uuid = metadata[NSStoreUUIDKey] as? String, !uuid.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOpenError,
                """
                The metadata of the store of type '\(type)' at \(url.absoluteString) have no UUID. In loadMetadata(), assign metadata with \
                NSStoreUUIDKey.
                """)
        }
        if store.uuid != uuid { store.identity.uuid = uuid }
        if !description.isOn(NSIgnorePersistentStoreVersioningOption) { try check(metadata, entities, at: url) }
        if let references = store.identity.references {
            store.identity.use(coordinator.numbers.references(of: uuid, type: type, otherwise: references))
        }
        store.reserve(coordinator.keySpace(for: uuid))
        do {
            store.finishOpening(try store.makeEngine(type, model: model), of: self, model: model)
        } catch {
            coordinator.giveBack(store.keySpace, of: uuid, type: type)
            throw error
        }
        return store
    }

    /// Throws if metadata have the version hashes of another model. Metadata without hashes are of
    /// any model: whether it fits is the class's to find out.
    private func check(_ metadata: [String: Any], _ entities: Set<NSEntityDescription>, at url: URL) throws {
        guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else { return }
        let own = Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) { $1 }
        guard stored != own else { return }
        throw NSError(
            code: NSPersistentStoreIncompatibleVersionHashError,
            """
            The store of type '\(type)' at \(url.absoluteString) was written with another version of the model. Open it with that version, \
            and copy its objects to a new store.
            """)
    }

    /// Creates a store of a class, which is not open yet.
    static func make(
        _ storeClass: NSPersistentStore.Type, for coordinator: NSPersistentStoreCoordinator?, configuration: String?, at url: URL,
        options: [AnyHashable: Any]?
    ) -> NSPersistentStore {
        precondition(MemoryLayout<URL>.size == 2 * MemoryLayout<UInt>.size)
        let name = words(configuration)
        let place = words(url)
        let store = strata_makeStore(
            unsafeBitCast(storeClass, to: UnsafeRawPointer.self), words(coordinator)[0], name[0], name[1], place[0], place[1],
            words(options)[0])
        return Unmanaged<NSPersistentStore>.fromOpaque(store).takeRetainedValue()
    }

    /// Returns the words of a value, which is retained for the function that they are passed to.
    private static func words<T>(_ value: T) -> [UInt] {
        let copy = UnsafeMutablePointer<T>.allocate(capacity: 1)
        copy.initialize(to: value)
        // Not deinitialized: the function consumes the value.
        defer { copy.deallocate() }
        let count = MemoryLayout<T>.size / MemoryLayout<UInt>.size
        return copy.withMemoryRebound(to: UInt.self, capacity: count) { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    // MARK: StoreKind

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        trap("A store of a registered class is opened by openStore(_:for:).")
    }

    func place(of url: URL) -> StorePlace {
        StorePlace("\(type) \(url.isFileURL ? url.standardizedFileURL.path : url.absoluteString)")
    }

    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {}

    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] {
        try storeClass.metadataForPersistentStore(with: location(of: description))
    }

    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws {
        try storeClass.setMetadata(metadata, forPersistentStoreAt: location(of: description))
    }

    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel {
        throw NSError(code: NSMigrationMissingSourceModelError, "A store of type '\(type)' does not keep its model.")
    }

    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        nil
    }

    func destroy(_ description: NSPersistentStoreDescription) throws {
        try storeClass.destroyStore(at: location(of: description))
    }

    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        try storeClass.replaceStore(at: location(of: destination), by: location(of: source))
    }

    func removeRemains(of description: NSPersistentStoreDescription) {}

    private func location(of description: NSPersistentStoreDescription) throws -> URL {
        guard let url = description.url else {
            throw NSError(code: NSPersistentStoreOperationError, "A store of type '\(type)' needs a location.")
        }
        return url
    }
}
