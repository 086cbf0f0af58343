public import Foundation
internal import Synchronization

/// A store that a coordinator has opened.
// Safe to share: constants, and a mutex around everything else. Options are immutable property list
// values.
public class NSPersistentStore: NSObject, @unchecked Sendable {
    /// The location of the store's file; `/dev/null` for a store in memory.
    public let url: URL?
    /// The type of the store: `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    public let type: String
    /// The name of the model configuration whose entities the store contains.
    /// `"PF_DEFAULT_CONFIGURATION_NAME"` for all entities, as on Apple's platforms.
    public let configurationName: String
    /// The options that the store was opened with.
    public let options: [AnyHashable: Any]?
    /// The implementation of the store.
    let engine: any StoreEngine
    /// The kind that has opened the store.
    let kind: any StoreKind
    private let identity: StoreIdentity
    let readOnlyReason: String?
    /// Whether the store can have objects of all entities, because it has no configuration or the
    /// default one.
    let isWholeModel: Bool
    /// The layouts of the entities that the store can have objects of, if not of all.
    private let layouts: Set<ObjectIdentifier>
    let keepsHistory: Bool
    /// Whether other processes or coordinators can write to the store.
    let isShared: Bool
    let postsRemoteChanges: Bool
    private let givenKeySpace = Atomic(KeySpace.first)
    private let coordinator = Mutex(Coordinator())

    private struct Coordinator {
        weak var value: NSPersistentStoreCoordinator?
    }

    /// Opens the store of a description, or creates it.
    ///
    /// - Throws: An NSError in Apple's domain if the type or the configuration does not exist, if the
    ///   place cannot be written, or if it has something other than a store of the model. It is not
    ///   changed then.
    convenience init(opening description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        let kind = try StoreKinds.kind(of: description)
        self.init(try kind.open(description, model: model), of: kind, description, model: model)
    }

    /// Creates the store of an engine that a kind has opened.
    init(
        _ engine: any StoreEngine, of kind: any StoreKind, _ description: NSPersistentStoreDescription,
        model: NSManagedObjectModel
    ) {
        self.engine = engine
        self.kind = kind
        identity = engine.identity
        url = description.url
        type = engine.type
        configurationName = description.configuration ?? Self.defaultConfiguration
        options = description.options
        readOnlyReason = engine.readOnlyReason
        keepsHistory = engine.abilities.keepsHistory
        isShared = engine.abilities.isShared
        postsRemoteChanges = description.isOn(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        isWholeModel = configurationName == Self.defaultConfiguration
        // Ignored: the engine has not opened a store of a configuration that does not exist.
        let entities = try? model.entities(of: description.configuration)
        layouts = Set((entities ?? []).map { ObjectIdentifier($0.layout) })
        super.init()
        identity.store = self
    }

    /// Apple's name for the configuration of all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// Whether the store cannot be written: it was opened for reading only, or it has a persistent
    /// history and was opened without `NSPersistentHistoryTrackingKey`.
    public var isReadOnly: Bool { readOnlyReason != nil }

    /// The coordinator that the store belongs to; nil after it was removed.
    public internal(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { coordinator.withLock { $0.value } }
        set { coordinator.withLock { $0.value = newValue } }
    }

    /// The store's UUID, which is assigned when the store is created. It is part of its objects'
    /// URIs.
    ///
    /// A new value is written by the next save that writes to the store.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var identifier: String! {
        get { uuid }
        set { if let newValue { identity.uuid = newValue } }
    }

    var uuid: String { identity.uuid }

    /// The reference that objects and their IDs have to the store.
    var reference: StoreReference { identity.reference }

    /// The store's metadata: `NSStoreUUIDKey`, `NSStoreTypeKey` and others, and the app's own
    /// property list values.
    ///
    /// A new value is written by the next save that writes to the store. Core Data's own keys are
    /// kept if the new dictionary lacks them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var metadata: [String: Any]! {
        get {
            let metadata = identity.metadata
            return metadata.values.merging([NSStoreUUIDKey: metadata.identifier, NSStoreTypeKey: type]) { _, own in own }
        }
        set { identity.replaceValues(newValue ?? [:]) }
    }

    /// The place at which the store is.
    var place: StorePlace { url.map { kind.place(of: $0) } ?? .memory }

    /// Converts between the row IDs of the coordinator and the store's keys. Set before the store is
    /// published.
    final var keySpace: KeySpace {
        get { givenKeySpace.load(ordering: .acquiring) }
        set {
            givenKeySpace.store(newValue, ordering: .releasing)
            engine.keySpace = newValue
        }
    }

    /// Whether the store can have objects of an entity.
    final func takes(_ layout: EntityLayout) -> Bool { isWholeModel || layouts.contains(ObjectIdentifier(layout)) }

    /// A description with the class name that Apple's store has in logs.
    public override var description: String { "<NSSQLCore: \(address(of: self))> (URL: \(url?.absoluteString ?? "(null)"))" }
}

extension NSPersistentStore {
    /// A kind of store.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The constant for the type, such as `NSSQLiteStoreType`.
        public let rawValue: String

        /// Creates a type from its constant. Stores exist for `sqlite` and `inMemory` only.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A store in a SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A store in memory, which is lost when it is removed or its coordinator is deallocated.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}

/// The type of a store in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory, which is lost when it is removed or its coordinator is
/// deallocated.
public let NSInMemoryStoreType = "InMemory"

/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of the `versionChecksum` of a store's model in its metadata.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
