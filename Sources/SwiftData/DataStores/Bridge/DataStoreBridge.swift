internal import CoreData
internal import Foundation
internal import StrataTraps

// # From Core Data's contract to an app's data store
//
// Below a `ModelContext` is a managed object context, so a data store is a store of a coordinator.
// There were two ways to make it one: an engine of its own on the contract of stores, or a subclass
// of `NSIncrementalStore`, whose engine is on that contract already. This is the second. An
// incremental store has what a data store needs: requests are executed by the app's code, objects
// are named by texts, faults are filled one at a time, an error leaves the context as it was, and
// versions are counted for rows that have none. An engine would repeat that. Four things are added:
//
// 1. *The app's own descriptor.* A request keeps the `FetchDescriptor` that it was made of
//    (`NSFetchRequest.source`). A request that the framework makes itself, such as for the rows of
//    some IDs, has none: the store is asked for all models of the type.
// 2. *In-memory filters and sorts.* The answer says what it leaves to the engine (`StoreAnswer`),
//    which does it with the compiled query, as live results do.
// 3. *Identifiers.* The contract gives permanent IDs before a save, a data store after it. So a new
//    object gets the ID of a reference object `UnsavedKey`, which the save replaces by the text of
//    the permanent identifier. The ID stays the same. Its identifier is temporary until then.
// 4. *Values.* A fetch of Core Data returns IDs, one of a data store returns snapshots. The bridge
//    keeps the snapshots (`KnownSnapshots`), from which the engine reads rows and relationships.
//    Snapshots that differ from known ones are published to the contexts after the fetch.
//
// The invariant: the calls of one store never overlap, since those of an incremental store do not.

/// The store of a coordinator that asks a data store.
// Safe to share: constants, values behind locks, and a data store that is called under the lock of
// the engine.
final class DataStoreBridge: NSIncrementalStore, IdentifierStore, @unchecked Sendable {
    /// Passes a data store to the bridge, as an option of its description.
    private final class Option: NSObject {
        let store: any DataStore

        init(_ store: any DataStore) { self.store = store }
    }

    private static let typeName = "SwiftData.DataStore"
    private static let optionKey = "SwiftDataStore"
    private static let registration: Void = NSPersistentStoreCoordinator.registerStoreClass(
        DataStoreBridge.self, forStoreType: typeName)

    let store: any DataStore
    let known = KnownSnapshots()
    private let unpublished = Unpublished()

    /// The IDs of models with other values than contexts may have.
    // Safe to share: a lock around everything.
    private final class Unpublished: @unchecked Sendable {
        private let lock = NSLock()
        private var updated: Set<NSManagedObjectID> = []
        private var deleted: Set<NSManagedObjectID> = []

        func add(updated id: NSManagedObjectID) { lock.withLock { _ = updated.insert(id) } }
        func add(deleted id: NSManagedObjectID) { lock.withLock { _ = deleted.insert(id) } }

        func take() -> (updated: Set<NSManagedObjectID>, deleted: Set<NSManagedObjectID>)? {
            lock.withLock {
                if updated.isEmpty, deleted.isEmpty { return nil }
                defer { (updated, deleted) = ([], []) }
                return (updated, deleted)
            }
        }
    }

    override init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        guard let option = options?[Self.optionKey] as? Option else {
            trap("The store type '\(Self.typeName)' is for the configurations of SwiftData.")
        }
        store = option.store
        super.init(persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
    }

    /// Adds a data store to a coordinator.
    ///
    /// - Parameter configuration: The name of the model's configuration; nil for all entities.
    static func add(
        _ store: any DataStore, configuration: String?, to coordinator: NSPersistentStoreCoordinator
    ) throws -> DataStoreBridge {
        _ = registration
        let description = NSPersistentStoreDescription()
        // A place of its own: the bridge knows nothing of that of the store.
        description.url = URL(string: "datastore:\(UUID().uuidString)")
        description.type = typeName
        description.configuration = configuration
        description.setOption(Option(store), forKey: optionKey)
        var failure: (any Error)?
        var added: NSPersistentStore?
        let former = Set(coordinator.persistentStores)
        coordinator.addPersistentStore(with: description) { _, error in failure = error }
        if let failure { throw failure }
        added = coordinator.persistentStores.first { !former.contains($0) }
        guard let bridge = added as? DataStoreBridge else { trap("The store of a data store is no DataStoreBridge.") }
        return bridge
    }

    override func loadMetadata() throws {
        let identifier = store.identifier
        guard !identifier.isEmpty else { throw DataStoreMistake(store, "Its identifier is empty.") }
        metadata = [NSStoreUUIDKey: identifier, NSStoreTypeKey: Self.typeName]
    }

    /// Tells all contexts about snapshots that differ from what they may have read. Called on the queue
    /// of a context, after it has asked the store.
    func publish(foundBy finder: NSManagedObjectContext) {
        guard let changes = unpublished.take() else { return }
        publish(updated: Array(changes.updated), deleted: Array(changes.deleted), foundBy: finder)
    }

    /// Calls the store, with the entities by which it decodes snapshots.
    func calling<T>(_ body: () throws -> T) rethrows -> T {
        try DefaultSnapshot.$model.withValue(persistentStoreCoordinator?.managedObjectModel, operation: body)
    }

    /// Returns the identity of the edits of a context. One of the framework's own has none.
    func editingState(_ context: NSManagedObjectContext?) -> EditingState {
        (context as? ModelObjectContext)?.editingState ?? ownState
    }

    private let ownState = EditingState(id: UUID(), author: nil)

    override func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?) throws -> Any {
        switch request {
        case let request as NSFetchRequest<any NSFetchRequestResult>: return try answer(request, context)
        case let request as NSSaveChangesRequest:
            try save(request, context, in: store)
            return []
        default: return try super.execute(request, with: context)
        }
    }

    // MARK: Identifiers

    /// Returns the ID of the model with an identifier; nil for one that is temporary or of another
    /// store, and for an entity that the model lacks.
    func objectID(of identifier: PersistentIdentifier) -> NSManagedObjectID? {
        guard identifier.storeIdentifier == store.identifier,
            let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName[identifier.entityName]
        else { return nil }
        return newObjectID(for: entity, referenceObject: identifier.primaryKeyText)
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
        array.map { object in
            newObjectID(for: object.entity, referenceObject: UnsavedKey(description: object.objectID.temporaryKey))
        }
    }

    // MARK: Snapshots

    /// Keeps the values of a snapshot from the store. Returns the ID of its model.
    ///
    /// Other values than the known ones are published, and so is a model that was never returned if a
    /// query that lacks it may be open.
    ///
    /// - Parameter fetched: The root entities of which a fetch was answered before the call of the
    ///   store.
    @discardableResult
    func record(_ snapshot: DefaultSnapshot, fetched: Set<String>) throws -> NSManagedObjectID {
        let (id, novelty) = try keep(snapshot)
        switch novelty {
        case .nothing: break
        case .values: unpublished.add(updated: id)
        case .model: if fetched.contains(Self.rootEntity(of: id.entity)) { unpublished.add(updated: id) }
        }
        return id
    }

    /// Returns the name of the entity at the top of an inheritance.
    static func rootEntity(of entity: NSEntityDescription) -> String {
        var root = entity
        while let parent = root.superentity { root = parent }
        return root.name ?? ""
    }

    /// Keeps the values of a snapshot, which contexts have if they saved them.
    @discardableResult
    func keep(_ snapshot: DefaultSnapshot) throws -> (id: NSManagedObjectID, novelty: KnownSnapshots.Novelty) {
        let identifier = snapshot.persistentIdentifier
        guard let id = objectID(of: identifier) else {
            throw DataStoreMistake(
                store,
                "\(identifier.uri) is no identifier of a model of this store. Make it with PersistentIdentifier.identifier(for:)."
            )
        }
        return (id, known.set(try entry(snapshot, id)))
    }

    func forget(_ id: NSManagedObjectID) {
        known.remove(id)
        unpublished.add(deleted: id)
    }

    private func entry(_ snapshot: DefaultSnapshot, _ id: NSManagedObjectID) throws -> KnownSnapshots.Entry {
        guard let layout = id.entity.modelLayout as? ModelLayout else {
            throw DataStoreMistake(store, "There is no model class for '\(id.entity.name ?? "")'.")
        }
        var values: [String: Any] = [:]
        var members: [String: [NSManagedObjectID]] = [:]
        for property in SnapshotProperty.all(of: layout.modelClass) {
            let value = snapshot.values[property.name]
            guard property.isRelationship else {
                guard let value = value ?? property.valueIfMissing else {
                    if property.isOptional || hasEmptyValue(property.codedType) { continue }
                    throw DataStoreMistake(store, "The snapshot \(snapshot.persistentIdentifier.uri) lacks '\(property.name)'.")
                }
                guard let stored = layout.kinds[property.index].encodeAny(value) else {
                    throw DataStoreMistake(
                        store,
                        """
                        '\(property.name)' of the snapshot \(snapshot.persistentIdentifier.uri) is of type \(Swift.type(of: value)) \
                        instead of \(property.codedType).
                        """)
                }
                values[property.name] = stored
                continue
            }
            // A model of another store, or one that was never saved, is none.
            if let identifiers = value as? [PersistentIdentifier] {
                members[property.name] = identifiers.compactMap(objectID(of:))
            } else if let identifier = value as? PersistentIdentifier {
                values[property.name] = objectID(of: identifier) ?? NSNull()
            } else if id.entity.relationshipsByName[property.name]?.isToMany == true {
                members[property.name] = []
            } else {
                values[property.name] = NSNull()
            }
        }
        return KnownSnapshots.Entry(id: id, values: values, members: members)
    }

    /// Returns a snapshot as one of the framework's own type.
    func plain(_ snapshot: some DataStoreSnapshot) throws -> DefaultSnapshot {
        if let snapshot = snapshot as? DefaultSnapshot { return snapshot }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        // Safe to decode: the encoder wrote the bytes.
        return try decoder.decode(DefaultSnapshot.self, from: try encoder.encode(snapshot))
    }

    // MARK: Values

    override func newValuesForObject(
        with objectID: NSManagedObjectID, with context: NSManagedObjectContext
    ) throws -> NSIncrementalStoreNode {
        let entry = try values(of: objectID, context)
        return NSIncrementalStoreNode(objectID: objectID, withValues: entry.values, version: entry.version)
    }

    override func newValue(
        forRelationship relationship: NSRelationshipDescription, forObjectWith objectID: NSManagedObjectID,
        with context: NSManagedObjectContext?
    ) throws -> Any {
        let entry = try values(of: objectID, context)
        return relationship.isToMany
            ? entry.members[relationship.name] ?? [] : entry.values[relationship.name] ?? NSNull()
    }

    /// Returns the values of a model, which the store is asked for if it has not returned them lately.
    private func values(of id: NSManagedObjectID, _ context: NSManagedObjectContext?) throws -> KnownSnapshots.Entry {
        if let entry = known[id] { return entry }
        if !(id.referenceObject is UnsavedKey) {
            try calling { try read(PersistentIdentifier(id), from: store, editingState(context)) }
            if let entry = known[id] { return entry }
            if let modelClass = (id.entity.modelLayout as? ModelLayout)?.modelClass {
                try fetchWhole(modelClass, context)
                if let entry = known[id] { return entry }
            }
        }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectReferentialIntegrityError,
            userInfo: [NSLocalizedDescriptionKey: "The data store '\(store.identifier)' has no \(PersistentIdentifier(id).uri)."])
    }

    private func read(_ identifier: PersistentIdentifier, from store: some DataStore, _ state: EditingState) throws {
        let fetched = known.fetchedEntities
        for snapshot in try store.cachedSnapshots(for: [identifier], editingState: state).values {
            try record(try plain(snapshot), fetched: fetched)
        }
    }
}
