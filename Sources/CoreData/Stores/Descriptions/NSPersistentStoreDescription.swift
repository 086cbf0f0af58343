public import Foundation

/// The location and the options of a store.
///
/// A model's configurations divide its entities among stores:
///
///     let songs = NSPersistentStoreDescription(url: folder.appending(path: "Songs.sqlite"))
///     songs.configuration = "Library"
///     let plays = NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))
///     plays.configuration = "Session"
///     container.persistentStoreDescriptions = [songs, plays]
///
/// New objects are saved to the first writable store that takes their entity, or to the one given
/// by `NSManagedObjectContext.assign(_:to:)`. Fetches read all stores.
// Safe to share: the settings are used under the lock. The values of options are constants.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The location of the store's file; `/dev/null` for a store in memory.
    open var url: URL? {
        get { settings.url }
        set { settings.url = newValue }
    }
    /// The type of the store: `NSSQLiteStoreType`, the default, or `NSInMemoryStoreType`.
    open var type: String {
        get { settings.type }
        set { settings.type = newValue }
    }
    /// The name of the model configuration whose entities the store contains; nil for all entities.
    open var configuration: String? {
        get { settings.configuration }
        set { settings.configuration = newValue }
    }
    /// The options that `setOption(_:forKey:)` and the properties below set.
    open var options: [String: NSObject] { settings.options }
    /// Whether the store is opened asynchronously, on the coordinator's queue. False by default.
    open var shouldAddStoreAsynchronously: Bool {
        get { settings.isAsynchronous }
        set { settings.isAsynchronous = newValue }
    }

    /// The iCloud container that `NSPersistentCloudKitContainer` synchronizes the store with on
    /// Apple's platforms; nil, the default, for none. Nothing is synchronized on Linux.
    open var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions? {
        get { settings.cloudKitContainerOptions }
        set { settings.cloudKitContainerOptions = newValue }
    }

    /// The properties of a description, as one value that `copy(with:)` copies.
    private struct Settings {
        var url: URL?
        var type = NSSQLiteStoreType
        var configuration: String?
        var options: [String: NSObject] = [:]
        var isAsynchronous = false
        var cloudKitContainerOptions: NSPersistentCloudKitContainerOptions?
    }

    private let lock = NSLock()
    /// The settings. Used under the lock.
    private var lockedSettings: Settings

    private var settings: Settings {
        get { lock.withLock { lockedSettings } }
        _modify {
            lock.lock()
            defer { lock.unlock() }
            yield &lockedSettings
        }
    }

    /// Creates a description of a SQLite store at a location, with automatic migration requested.
    public init(url: URL) {
        lockedSettings = Settings(url: url)
        super.init()
        shouldMigrateStoreAutomatically = true
        shouldInferMappingModelAutomatically = true
    }

    /// Creates a description of a store at `/dev/null`, as Apple's initializer does. Tests often
    /// set only `type = NSInMemoryStoreType`.
    public override convenience init() {
        self.init(url: URL(filePath: "/dev/null"))
    }

    /// Creates the description for the coordinator's methods that take a type and a dictionary.
    /// Only the options in the dictionary are set.
    convenience init(type: String, configuration: String?, url: URL?, options: [AnyHashable: Any]?) {
        self.init()
        self.url = url ?? (type == NSInMemoryStoreType ? URL(filePath: "/dev/null") : nil)
        self.type = type
        self.configuration = configuration
        settings.options = [:]
        for (key, option) in options ?? [:] { setOption(OptionValue.object(option), forKey: key.base as? String ?? "\(key)") }
    }

    /// The options as a store has them: values of Swift types that are no objects on Apple's
    /// platforms either are as the app gave them.
    var storeOptions: [String: Any] { options.mapValues { ($0 as? OptionValue)?.value ?? $0 } }

    /// Sets an option of the store under a key such as `NSReadOnlyPersistentStoreOption`; nil
    /// removes it.
    open func setOption(_ option: NSObject?, forKey key: String) {
        settings.options[key] = option
    }

    /// Whether the store is opened for reading only. False by default.
    open var isReadOnly: Bool {
        get { isOn(NSReadOnlyPersistentStoreOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
    }

    /// The time, in seconds, that a write waits for another process to finish writing. 240 by
    /// default.
    open var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
    }

    /// The SQLite pragmas that are set on each connection, by name.
    open var sqlitePragmas: [String: NSObject] {
        var named: [String: NSObject] = [:]
        switch options[NSSQLitePragmasOption] {
        case let pragmas as NSDictionary: for (name, value) in pragmas { named["\(name)"] = OptionValue.object(value) }
        case let pragmas as OptionValue: named = (pragmas.value as? [String: Any] ?? [:]).mapValues(OptionValue.object)
        default: break
        }
        // Nil, and what is no object on Apple's platforms either, sets nothing.
        return named.filter { !($0.value is NSNull || $0.value is OptionValue) }
    }

    /// Sets a SQLite pragma, such as `journal_mode`, `synchronous` or `cache_size`, to a number or
    /// a string. Nil restores the default.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        setOption(pragmas.isEmpty ? nil : NSDictionary(dictionary: pragmas), forKey: NSSQLitePragmasOption)
    }

    /// Whether a store of another model version is migrated when it is opened. True by default.
    open var shouldMigrateStoreAutomatically: Bool {
        get { isOn(NSMigratePersistentStoresAutomaticallyOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption) }
    }

    /// Whether a migration without a mapping model infers from the two models what to do. True by
    /// default.
    open var shouldInferMappingModelAutomatically: Bool {
        get { isOn(NSInferMappingModelAutomaticallyOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSInferMappingModelAutomaticallyOption) }
    }

    public override var description: String {
        "<NSPersistentStoreDescription: \(address(of: self))> (type: \(type), url: \(url?.absoluteString ?? "(null)"))"
    }

    func isOn(_ key: String) -> Bool {
        (options[key] as? NSNumber)?.boolValue ?? false
    }

    /// Returns a description with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.settings = settings
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentStoreDescription else { return false }
        // Pragmas are compared as Swift dictionaries, since Foundation on Linux finds equal nested
        // dictionaries unequal.
        func plain(_ options: [String: NSObject]) -> [String: NSObject] { options.filter { $0.key != NSSQLitePragmasOption } }
        return url == other.url && type == other.type && configuration == other.configuration
            && plain(options) == plain(other.options) && sqlitePragmas == other.sqlitePragmas
            && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
            && cloudKitContainerOptions == other.cloudKitContainerOptions
    }

    open override var hash: Int { url.hashValue }
}
