internal import CoreData
public import Foundation

/// The place where the models of a container are stored.
///
///     ModelConfiguration(isStoredInMemoryOnly: true)
///     ModelConfiguration("Trips", schema: Schema([Trip.self]), allowsSave: false)
///     ModelConfiguration(url: URL(filePath: "/srv/app/trips.store"))
///
/// Without a URL, the store is `<name>.store` in the app's data folder:
/// `$XDG_DATA_HOME/<executable>`, or `~/.local/share/<executable>`. The name is `default` unless one
/// is given.
public struct ModelConfiguration: Identifiable, Hashable, CustomDebugStringConvertible, Sendable {
    /// The folder of the store.
    ///
    /// Linux has no containers that apps share: every value means the app's data folder, or for
    /// `identifier(_:)` a folder of that name beside it.
    public struct GroupContainer: Hashable, Sendable {
        fileprivate enum Kind: Hashable {
            case automatic, none
            case identifier(String)
        }

        fileprivate let kind: Kind

        /// The app's data folder.
        public static let automatic = GroupContainer(kind: .automatic)
        /// The app's data folder.
        public static let none = GroupContainer(kind: .none)

        /// Returns the data folder that apps with the same group name share.
        public static func identifier(_ groupName: String) -> GroupContainer {
            GroupContainer(kind: .identifier(groupName))
        }
    }

    /// The CloudKit database of a store. Linux has no CloudKit, so models are stored in the file
    /// only, and a value other than `none` has no effect.
    public struct CloudKitDatabase: Hashable, Sendable {
        fileprivate enum Kind: Hashable {
            case automatic, none
            case named(String)
        }

        fileprivate let kind: Kind

        /// The database that an app's entitlements name: none here.
        public static let automatic = CloudKitDatabase(kind: .automatic)
        /// No database.
        public static let none = CloudKitDatabase(kind: .none)

        /// Returns the private database of a container. It has no effect here.
        public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
            CloudKitDatabase(kind: .named(privateDBName))
        }
    }

    /// The name, after which the file is named if no URL is given.
    public let name: String
    /// The store's file; `/dev/null` for a store in memory.
    public let url: URL
    /// The types of this store; nil for all types of the container.
    public var schema: Schema?
    /// Whether the file is named after the configuration, and not by a URL.
    private let namesFile: Bool
    /// Whether the models are lost when the container is deallocated.
    public let isStoredInMemoryOnly: Bool
    /// Whether models can be saved. If not, the file is opened for reading only.
    public let allowsSave: Bool
    /// The folder of the store.
    public let groupContainer: GroupContainer
    /// The CloudKit database, which has no effect here.
    public let cloudKitDatabase: CloudKitDatabase

    /// The URL of the store.
    public var id: URL { url }

    /// The name of the group whose folder the store is in; nil for the app's own.
    public var groupAppContainerIdentifier: String? {
        if case .identifier(let name) = groupContainer.kind { name } else { nil }
    }

    /// The name of the CloudKit container that was given; nil otherwise.
    public var cloudKitContainerIdentifier: String? {
        if case .named(let name) = cloudKitDatabase.kind { name } else { nil }
    }

    /// Creates a configuration of the default store, or of one in memory.
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Creates a configuration of a store with some of a container's types.
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// Creates a configuration of a store that is named.
    ///
    /// - Parameter schema: The types of the store; nil for all types of the container.
    public init(
        _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
        groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? "default"
        self.schema = schema
        self.isStoredInMemoryOnly = isStoredInMemoryOnly
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        var folder = NSPersistentContainer.defaultDirectoryURL()
        if case .identifier(let group) = groupContainer.kind {
            folder = folder.deletingLastPathComponent().appending(path: group)
        }
        namesFile = true
        url = isStoredInMemoryOnly ? URL(filePath: "/dev/null") : folder.appending(path: "\(self.name).store")
    }

    /// Creates a configuration of a store at a URL.
    public init(
        _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
        cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
        self.name = name ?? url.deletingPathExtension().lastPathComponent
        self.schema = schema
        self.url = url
        namesFile = false
        isStoredInMemoryOnly = url.path(percentEncoded: false) == "/dev/null"
        self.allowsSave = allowsSave
        groupContainer = .automatic
        self.cloudKitDatabase = cloudKitDatabase
    }

    /// Checks that the store's file can have the configuration's name.
    ///
    /// - Throws: A ``SwiftDataError``.
    public func validate() throws {
        guard !isStoredInMemoryOnly else { return }
        let file = namesFile ? "\(name).store" : url.lastPathComponent
        // The longest name of a file on Linux, and the ending of the longest of SQLite's own files.
        guard file.utf8.count + "-journal".utf8.count <= 255 else {
            throw SwiftDataError.configurationFileNameTooLong.because(
                "'\(file.prefix(40))…' has \(file.utf8.count) bytes; give the configuration a name of at most 200.")
        }
        let checked = namesFile ? name : file
        guard !checked.contains("/"), !checked.utf8.contains(0) else {
            throw SwiftDataError.configurationFileNameContainsInvalidCharacters.because(
                "'\(checked)' cannot be the name of a file; use a name without / and zero bytes, or give a URL.")
        }
    }

    public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
        lhs.name == rhs.name && lhs.url == rhs.url && lhs.schema == rhs.schema && lhs.allowsSave == rhs.allowsSave
            && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly && lhs.groupContainer == rhs.groupContainer
            && lhs.cloudKitDatabase == rhs.cloudKitDatabase
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }

    public var debugDescription: String {
        "ModelConfiguration(\(name), \(isStoredInMemoryOnly ? "in memory" : url.displayPath)\(allowsSave ? "" : ", read only"))"
    }
}
