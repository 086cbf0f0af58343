public import Foundation
internal import StrataTraps
internal import Synchronization

/// A store that a coordinator has opened.
///
/// Stores in SQLite files and in memory are built in. For a format of its own, an app subclasses
/// `NSAtomicStore`, which holds all objects in memory, or `NSIncrementalStore`, which loads objects
/// when they are needed, and registers the class for a type:
///
///     NSPersistentStoreCoordinator.registerStoreClass(FolderStore.self, forStoreType: "Folder")
///     let description = NSPersistentStoreDescription(url: folder)
///     description.type = "Folder"
///     container.persistentStoreDescriptions = [description]
// Safe to share: constants, and a mutex around everything else. Options are immutable property list
// values. What `finishOpening` sets is set before the store is published.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    /// The name of the model configuration whose entities the store contains.
    /// `"PF_DEFAULT_CONFIGURATION_NAME"` for all entities, as on Apple's platforms.
    public let configurationName: String
    /// The options that the store was opened with.
    public let options: [AnyHashable: Any]?
    let identity: StoreIdentity
    /// Whether the store can have objects of all entities, because it has no configuration or the
    /// default one.
    let isWholeModel: Bool
    let postsRemoteChanges: Bool
    private let givenKeySpace = Atomic(KeySpace.first)
    private let state: Mutex<State>
    /// The parts that exist once the store is open. Set before the store is published.
    private nonisolated(unsafe) var opened: Opened?

    private struct State {
        weak var coordinator: NSPersistentStoreCoordinator?
        var url: URL?
        var isReadOnly = false
    }

    private struct Opened {
        let engine: any StoreEngine
        let kind: any StoreKind
        let readOnlyReason: String?
        let abilities: StoreAbilities
        /// The layouts of the entities that the store can have objects of, if not of all.
        let layouts: Set<ObjectIdentifier>
    }

    /// Creates a store that is not open yet. A coordinator calls it for a registered class, and then
    /// opens the store. Override it to set up a subclass.
    ///
    /// - Parameters:
    ///   - root: The coordinator that opens the store.
    ///   - name: The name of the configuration; nil for all entities.
    ///   - url: The location of the store.
    ///   - options: The options of the description.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        configurationName = name ?? NSManagedObjectModel.defaultConfiguration
        self.options = options
        identity = StoreIdentity(StoreMetadata(identifier: UUID().uuidString, values: [:]), references: ReferenceObjects())
        isWholeModel = configurationName == NSManagedObjectModel.defaultConfiguration
        postsRemoteChanges =
            (options?[NSPersistentStoreRemoteChangeNotificationPostOptionKey] as? NSNumber)?.boolValue ?? false
        state = Mutex(State(coordinator: root, url: url))
        super.init()
        identity.setOwner(self)
    }

    /// Creates the store of an engine that a kind has opened.
    init(
        _ engine: any StoreEngine, of kind: any StoreKind, _ description: NSPersistentStoreDescription,
        model: NSManagedObjectModel
    ) {
        configurationName = description.configuration ?? NSManagedObjectModel.defaultConfiguration
        options = description.storeOptions
        identity = engine.identity
        isWholeModel = configurationName == NSManagedObjectModel.defaultConfiguration
        postsRemoteChanges = description.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        state = Mutex(State(url: description.url))
        super.init()
        identity.setOwner(self)
        finishOpening(engine, of: kind, model: model)
    }

    /// Opens the store of a description, or creates it.
    ///
    /// - Throws: An NSError in Apple's domain if the type or the configuration does not exist, if the
    ///   place cannot be written, or if it has something other than a store of the model. It is not
    ///   changed then.
    static func open(
        _ description: NSPersistentStoreDescription, for coordinator: NSPersistentStoreCoordinator
    ) throws -> NSPersistentStore {
        let kind = try StoreKinds.kind(of: description)
        if let kind = kind as? RegisteredKind { return try kind.openStore(description, for: coordinator) }
        let model = coordinator.managedObjectModel
        return NSPersistentStore(try kind.open(description, model: model), of: kind, description, model: model)
    }

    /// Gives the store its engine. Called once, before the store is published.
    final func finishOpening(_ engine: any StoreEngine, of kind: any StoreKind, model: NSManagedObjectModel) {
        // Ignored: the engine has not opened a store of a configuration that does not exist.
        let entities = try? model.entities(of: isWholeModel ? nil : configurationName)
        opened = Opened(
            engine: engine, kind: kind, readOnlyReason: engine.readOnlyReason, abilities: engine.abilities,
            layouts: Set((entities ?? []).map { ObjectIdentifier($0.layout) }))
    }

    private final var whenOpen: Opened {
        guard let opened else { trap("The store is not open yet. Add it to a coordinator first.") }
        return opened
    }

    /// The implementation of the store.
    final var engine: any StoreEngine { whenOpen.engine }
    /// The implementation of the store; nil while it is being opened.
    final var engineIfOpen: (any StoreEngine)? { opened?.engine }
    /// The kind that has opened the store.
    final var kind: any StoreKind { whenOpen.kind }
    final var readOnlyReason: String? { opened?.readOnlyReason }
    final var keepsHistory: Bool { whenOpen.abilities.keepsHistory }
    /// Whether the store executes requests itself.
    final var executesRequests: Bool { whenOpen.abilities.executesRequests }
    /// Whether the store decides a comparison as memory does; nil if it decides each.
    final var decides: DividedReader.Decision? { whenOpen.abilities.decides }
    /// The number of rows over which a scan passes in the time in which one row is read by its ID.
    final var rowsPassedInOneRead: Int { whenOpen.abilities.rowsPassedInOneRead }
    /// Whether other processes or coordinators can write to the store.
    final var isShared: Bool { whenOpen.abilities.isShared }

    /// Records that an object that a URI names may not exist. Only a store that knows its objects by
    /// reference objects keeps such records.
    func noteMissing(_ layout: EntityLayout, _ rowID: RowID) {}

    /// The location of the store's file; `/dev/null` for a store in memory.
    open var url: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The type of the store, such as `NSSQLiteStoreType`; for a registered class, the type that it
    /// was registered for.
    open var type: String { opened?.engine.type ?? "" }

    /// Whether the store cannot be written: it was opened for reading only, it has a persistent
    /// history and was opened without `NSPersistentHistoryTrackingKey`, or this was set, as a subclass
    /// does whose file cannot be written.
    open var isReadOnly: Bool {
        get { readOnlyReason != nil || state.withLock { $0.isReadOnly } }
        set { state.withLock { $0.isReadOnly = newValue } }
    }

    /// Throws if `isReadOnly` was set. The engine refuses a write if it was opened for reading only.
    final func requireWritable() throws {
        guard isReadOnly, readOnlyReason == nil else { return }
        throw NSError(
            code: CocoaError.fileWriteNoPermission.rawValue,
            "The store at \(url?.path ?? uuid) cannot be written: its isReadOnly is set.")
    }

    /// The coordinator that the store belongs to; nil after it was removed.
    public internal(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { state.withLock { $0.coordinator } }
        set { state.withLock { $0.coordinator = newValue } }
    }

    /// The store's UUID, which is assigned when the store is created. It is part of its objects'
    /// URIs.
    ///
    /// A new value is written by the next save that writes to the store, and by that of a context
    /// without changes.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! {
        get { uuid }
        set {
            guard let newValue, newValue != uuid else { return }
            identity.uuid = newValue
            didEditMetadata()
        }
    }

    final var uuid: String { identity.uuid }

    /// The reference that objects and their IDs have to the store.
    final var reference: StoreReference { identity.reference }

    /// The store's metadata: `NSStoreUUIDKey`, `NSStoreTypeKey` and others, and the app's own
    /// property list values.
    ///
    /// A new value is written by the next save that writes to the store, and by that of a context
    /// without changes. Core Data's own keys are kept if the new dictionary lacks them. A subclass
    /// sets it in `loadMetadata()`, with the UUID.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! {
        get {
            let metadata = identity.metadata
            var own: [String: Any] = [NSStoreUUIDKey: metadata.identifier]
            if opened != nil { own[NSStoreTypeKey] = type }
            return metadata.values.merging(own) { _, own in own }
        }
        set {
            // The UUID of a store that is open changes only by `identifier`.
            if opened == nil, let uuid = newValue?[NSStoreUUIDKey] as? String { identity.uuid = uuid }
            identity.replaceValues(newValue ?? [:])
            didEditMetadata()
        }
    }

    private final func didEditMetadata() {
        guard opened != nil else { return }
        identity.markEdited()
        persistentStoreCoordinator?.hasEditedMetadata = true
    }

    /// The place at which the store is.
    final var place: StorePlace { url.map { kind.place(of: $0) } ?? .memory }

    /// Converts between the row IDs of the coordinator and the store's keys. Set before the store is
    /// published.
    final var keySpace: KeySpace {
        get { givenKeySpace.load(ordering: .acquiring) }
        set {
            givenKeySpace.store(newValue, ordering: .releasing)
            opened?.engine.keySpace = newValue
        }
    }

    /// Whether the store can have objects of an entity.
    final func takes(_ layout: EntityLayout) -> Bool {
        isWholeModel || whenOpen.layouts.contains(ObjectIdentifier(layout))
    }

    /// Whether the store can have objects of an entity of its coordinator's model.
    package final func takes(_ entity: NSEntityDescription) -> Bool { takes(entity.layout) }

    // MARK: Subclasses

    /// Reads the store's metadata and assigns them to `metadata`, with at least the UUID. Called
    /// first when the store is opened; for a new store it makes the metadata.
    ///
    /// A subclass overrides it. The stores that are built in read their metadata otherwise.
    open func loadMetadata() throws {}

    /// Creates the engine of a store of a registered class, after `loadMetadata()`.
    func makeEngine(_ type: String, model: NSManagedObjectModel) throws -> any StoreEngine {
        throw NSError(
            code: NSPersistentStoreInvalidTypeError,
            "\(Swift.type(of: self)) cannot be opened. Make it a subclass of NSAtomicStore or NSIncrementalStore.")
    }

    /// Sets the key space before the store is open, so that its subclass can make IDs of objects.
    final func reserve(_ space: KeySpace) {
        givenKeySpace.store(space, ordering: .releasing)
    }

    /// Deletes the content of a closed store of this class.
    class func destroyStore(at url: URL) throws {
        throw NSError(
            code: NSPersistentStoreOperationError,
            "A store of the class \(self) cannot be destroyed by a coordinator. Delete its content in the way of its format.")
    }

    /// Replaces the content of a closed store of this class by a copy of another one.
    class func replaceStore(at url: URL, by source: URL) throws {
        throw NSError(
            code: NSPersistentStoreOperationError,
            "A store of the class \(self) cannot be replaced by a coordinator. Copy its content in the way of its format.")
    }

    /// Called after the store was added to a coordinator, also in place of another one.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called before the store is removed from its coordinator, or before another one takes its
    /// place; with nil when its coordinator is deallocated. Override it to close connections.
    ///
    /// If the removal fails, the coordinator keeps the store and throws the error.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Returns the metadata of the store at a location, without opening it for writing.
    ///
    /// For this class itself, that is the store in a SQLite file. A subclass overrides it, so that a
    /// coordinator's `metadataForPersistentStore(ofType:at:options:)` does not have to create a
    /// store.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        if self == NSPersistentStore.self {
            return try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
        }
        let store = RegisteredKind.make(self, for: nil, configuration: nil, at: url, options: nil)
        try store.loadMetadata()
        return store.metadata
    }

    /// Writes the metadata of the store at a location immediately. For this class itself, that is
    /// the store in a SQLite file. A subclass overrides it.
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        guard self == NSPersistentStore.self else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "\(self) does not write metadata. Override setMetadata(_:forPersistentStoreAt:), or set `metadata` and save.")
        }
        try NSPersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreOfType: NSSQLiteStoreType, at: url)
    }

    /// The class of the manager that migrates stores of this class.
    open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

    /// A description with the class name that Apple's store has in logs.
    open override var description: String {
        let name = Swift.type(of: self) == NSPersistentStore.self ? "NSSQLCore" : "\(Swift.type(of: self))"
        return "<\(name): \(address(of: self))> (URL: \(url?.absoluteString ?? "(null)"))"
    }
}

extension NSPersistentStore {
    /// A kind of store.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The constant for the type, such as `NSSQLiteStoreType`.
        public let rawValue: String

        /// Creates a type from its constant, or from the name that a class was registered for.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A store in a SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A store in memory, which is lost when it is removed or its coordinator is deallocated.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}

/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of the `versionChecksum` of a store's model in its metadata.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
