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
    /// The reason why the store cannot be written; nil if it can.
    let readOnlyReason: String?
    private let state: Mutex<State>

    private struct State {
        /// The metadata without the UUID and the type, which the getter adds.
        var metadata: SendableValues
        var identifier: String
        /// The reference that objects and their IDs have to the store; created for the first of
        /// them.
        var reference: StoreReference?
        /// The number of times that the metadata was changed.
        var revision = 0
        /// The value of `revision` when the metadata was last written.
        var savedRevision = 0
        weak var coordinator: NSPersistentStoreCoordinator?
    }

    /// Property list values.
    // Safe to share: property list values are immutable.
    private struct SendableValues: @unchecked Sendable {
        var values: [String: Any]
    }

    init(
        identifier: String, metadata: [String: Any], url: URL?, type: String, configuration: String?,
        options: [AnyHashable: Any]?, readOnlyReason: String?
    ) {
        state = Mutex(State(metadata: SendableValues(values: metadata), identifier: identifier))
        self.url = url
        self.type = type
        configurationName = configuration ?? Self.defaultConfiguration
        self.options = options
        self.readOnlyReason = readOnlyReason
    }

    /// Apple's name for the configuration of all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// Whether the store cannot be written: it was opened for reading only, or it has a persistent
    /// history and was opened without `NSPersistentHistoryTrackingKey`.
    public var isReadOnly: Bool { readOnlyReason != nil }

    /// The coordinator that the store belongs to; nil after it was removed.
    public internal(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { state.withLock { $0.coordinator } }
        set { state.withLock { $0.coordinator = newValue } }
    }

    /// The store's UUID, which is assigned when the store is created. It is part of its objects'
    /// URIs.
    ///
    /// A new value is written by the next save that writes to the store.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var identifier: String! {
        get { uuid }
        set {
            state.withLock { state in
                guard let newValue, newValue != state.identifier else { return }
                state.identifier = newValue
                state.reference?.identifier = newValue
                state.revision += 1
            }
        }
    }

    var uuid: String { state.withLock { $0.identifier } }

    /// The reference that objects and their IDs have to the store.
    var reference: StoreReference {
        state.withLock { state in
            if let known = state.reference { return known }
            let made = StoreReference(self, identifier: state.identifier)
            state.reference = made
            return made
        }
    }

    /// The store's metadata: `NSStoreUUIDKey`, `NSStoreTypeKey` and others, and the app's own
    /// property list values.
    ///
    /// A new value is written by the next save that writes to the store. Core Data's own keys are
    /// kept if the new dictionary lacks them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var metadata: [String: Any]! {
        get {
            state.withLock { state in
                var metadata = state.metadata.values
                metadata[NSStoreUUIDKey] = state.identifier
                metadata[NSStoreTypeKey] = type
                return SendableValues(values: metadata)
            }.values
        }
        set {
            let new = SendableValues(values: newValue ?? [:])
            state.withLock { state in
                state.metadata.values = StoreMetadata.replacing(state.metadata.values, with: new.values)
                state.revision += 1
            }
        }
    }

    /// The metadata to write, with the value to pass to `didSaveMetadata(revision:)`; nil if all
    /// changes have been written.
    var unsavedMetadata: (saved: StoreMetadata, revision: Int)? {
        state.withLock { state -> (String, SendableValues, Int)? in
            state.revision == state.savedRevision ? nil : (state.identifier, state.metadata, state.revision)
        }.map { (StoreMetadata(identifier: $0.0, values: $0.1.values), $0.2) }
    }

    /// Removes a value that is no longer in the file.
    func removeMetadata(forKey key: String) {
        state.withLock { $0.metadata.values[key] = nil }
    }

    func didSaveMetadata(revision: Int) {
        state.withLock { $0.savedRevision = revision }
    }

    /// A description with the class name that Apple's SQLite store has in logs.
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
