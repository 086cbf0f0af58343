public import Foundation

/// Where a store is and how to open it.
///
/// A model's configurations divide its entities among stores:
///
///     let songs = NSPersistentStoreDescription(url: folder.appending(path: "Songs.sqlite"))
///     songs.configuration = "Library"
///     let plays = NSPersistentStoreDescription(url: URL(filePath: "/dev/null"))
///     plays.configuration = "Session"
///     container.persistentStoreDescriptions = [songs, plays]
///
/// New objects go to the first store that takes their entity, or to the one given by `NSManagedObjectContext.assign(_:to:)`; fetches ask all stores.
// Safe to share: the settings are used under the lock. Options are property list values, which
// nothing changes.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The file; `/dev/null` for a store in memory.
    open var url: URL? {
        get { settings.url }
        set { settings.url = newValue }
    }
    /// `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    open var type: String {
        get { settings.type }
        set { settings.type = newValue }
    }
    /// The configuration of the model whose entities the store keeps; nil for all entities.
    open var configuration: String? {
        get { settings.configuration }
        set { settings.configuration = newValue }
    }
    /// What `setOption(_:forKey:)` and the properties below set.
    open var options: [String: NSObject] { settings.options }
    /// Whether `loadPersistentStores` opens the store on a queue of the coordinator's, and returns before that.
    open var shouldAddStoreAsynchronously: Bool {
        get { settings.isAsynchronous }
        set { settings.isAsynchronous = newValue }
    }

    /// All that a description says; what is copied.
    private struct Settings {
        var url: URL?
        var type = NSSQLiteStoreType
        var configuration: String?
        var options: [String: NSObject] = [:]
        var isAsynchronous = false
    }

    private let lock = NSLock()
    /// Used under the lock.
    private var lockedSettings: Settings

    private var settings: Settings {
        get { lock.withLock { lockedSettings } }
        _modify {
            lock.lock()
            defer { lock.unlock() }
            yield &lockedSettings
        }
    }

    public init(url: URL) {
        lockedSettings = Settings(url: url)
        super.init()
        shouldMigrateStoreAutomatically = true
        shouldInferMappingModelAutomatically = true
    }

    /// A description of a store at `/dev/null`, as Apple's: tests write no more than `type = NSInMemoryStoreType`.
    public override convenience init() {
        self.init(url: URL(filePath: "/dev/null"))
    }

    /// The description that the coordinator's methods with a type and a dictionary mean: nothing is on that the dictionary does not name.
    convenience init(type: String, configuration: String?, url: URL?, options: [AnyHashable: Any]?) {
        self.init()
        self.url = url ?? (type == NSInMemoryStoreType ? URL(filePath: "/dev/null") : nil)
        self.type = type
        self.configuration = configuration
        settings.options = [:]
        for (key, option) in options ?? [:] { setOption(Self.object(option), forKey: key.base as? String ?? "\(key)") }
    }

    /// A value of a dictionary as Foundation on Apple's platforms bridges it.
    private static func object(_ value: Any) -> NSObject? {
        if Swift.type(of: value) is AnyClass, let object = value as? NSObject { return object }
        return switch value {
        case let bool as Bool: NSNumber(value: bool)
        case let int as Int: NSNumber(value: int)
        case let double as Double: NSNumber(value: double)
        case let string as String: string as NSString
        case let dictionary as [String: Any]: NSDictionary(dictionary: dictionary.compactMapValues(object))
        default: nil
        }
    }

    open func setOption(_ option: NSObject?, forKey key: String) {
        settings.options[key] = option
    }

    open var isReadOnly: Bool {
        get { isOn(NSReadOnlyPersistentStoreOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
    }

    /// How long a write waits for another process that writes, in seconds; 240 unless set.
    open var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
    }

    /// SQLite's pragmas that are set on each connection, by name.
    open var sqlitePragmas: [String: NSObject] {
        guard let pragmas = options[NSSQLitePragmasOption] as? NSDictionary else { return [:] }
        var named: [String: NSObject] = [:]
        for (name, value) in pragmas { named["\(name)"] = Self.object(value) }
        return named
    }

    /// Sets one of SQLite's pragmas, such as `journal_mode`, `synchronous` or `cache_size`, to a number or a string; nil for SQLite's or our default.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        setOption(pragmas.isEmpty ? nil : NSDictionary(dictionary: pragmas), forKey: NSSQLitePragmasOption)
    }

    /// Whether a store of another version of the model is to be migrated; true unless set.
    ///
    /// There is no migration yet: opening such a store is an error in any case.
    open var shouldMigrateStoreAutomatically: Bool {
        get { isOn(NSMigratePersistentStoresAutomaticallyOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption) }
    }

    /// Whether the mapping for a migration is to be inferred; true unless set. See `shouldMigrateStoreAutomatically`.
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

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.settings = settings
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPersistentStoreDescription else { return false }
        // Dictionaries within are compared as what they are: Foundation on Linux finds equal ones different.
        func plain(_ options: [String: NSObject]) -> [String: NSObject] { options.filter { $0.key != NSSQLitePragmasOption } }
        return url == other.url && type == other.type && configuration == other.configuration
            && plain(options) == plain(other.options) && sqlitePragmas == other.sqlitePragmas
            && shouldAddStoreAsynchronously == other.shouldAddStoreAsynchronously
    }

    open override var hash: Int { url.hashValue }
}
