public import Foundation
internal import Synchronization

/// An opened store of a coordinator.
// Safe to share: constants, and a mutex around what is not. Options are property list values, which
// nothing changes.
public class NSPersistentStore: NSObject, @unchecked Sendable {
    public let url: URL?
    /// `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    public let type: String
    /// The configuration of the model whose entities the store keeps; `"PF_DEFAULT_CONFIGURATION_NAME"`, as on Apple's platforms, for all.
    public let configurationName: String
    /// What the store was opened with.
    public let options: [AnyHashable: Any]?
    /// Why nothing can be written, or nil if it can.
    let readOnlyReason: String?
    private let state: Mutex<State>

    private struct State {
        /// Without the UUID and the type, which the store adds.
        var metadata: SendableValues
        var identifier: String
        /// What objects and their identifiers name the store by, made for the first of them.
        var reference: StoreReference?
        /// Counts what was set; what was saved of it is the next.
        var edition = 0
        var savedEdition = 0
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

    /// What Apple's calls the configuration of all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// Whether nothing can be written: the store was opened so, or it keeps a history and was opened without.
    public var isReadOnly: Bool { readOnlyReason != nil }

    /// The coordinator that has the store; nil once it was removed.
    public internal(set) var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { state.withLock { $0.coordinator } }
        set { state.withLock { $0.coordinator = newValue } }
    }

    /// The store's UUID, written into it when it was made, and part of its objects' URIs.
    ///
    /// A new one is written with the next save that writes to the store.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var identifier: String! {
        get { uuid }
        set {
            state.withLock { state in
                guard let newValue, newValue != state.identifier else { return }
                state.identifier = newValue
                state.reference?.identifier = newValue
                state.edition += 1
            }
        }
    }

    var uuid: String { state.withLock { $0.identifier } }

    /// What objects name the store by.
    var reference: StoreReference {
        state.withLock { state in
            if let known = state.reference { return known }
            let made = StoreReference(self, identifier: state.identifier)
            state.reference = made
            return made
        }
    }

    /// What the store says of itself, under `NSStoreUUIDKey`, `NSStoreTypeKey` and others, and what an app keeps there: property list values.
    ///
    /// What is set is written with the next save that writes to the store. Keys of Core Data's own stay where the new dictionary lacks them.
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
                state.edition += 1
            }
        }
    }

    /// What of the metadata is not written yet, and what to tell when it is; nil where all is.
    var unsavedMetadata: (saved: StoreMetadata, edition: Int)? {
        state.withLock { state -> (String, SendableValues, Int)? in
            state.edition == state.savedEdition ? nil : (state.identifier, state.metadata, state.edition)
        }.map { (StoreMetadata(identifier: $0.0, values: $0.1.values), $0.2) }
    }

    func didSaveMetadata(edition: Int) {
        state.withLock { $0.savedEdition = edition }
    }

    /// Under the name that Apple's SQLite store has in logs.
    public override var description: String { "<NSSQLCore: \(address(of: self))> (URL: \(url?.absoluteString ?? "(null)"))" }
}

extension NSPersistentStore {
    /// How a store is kept.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// In a SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// In memory, gone with its coordinator.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}

/// The type of a store kept in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store kept in memory, gone with its coordinator.
public let NSInMemoryStoreType = "InMemory"

/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
