public import Foundation

/// Where a store is and how to open it.
public final class NSPersistentStoreDescription: NSObject, @unchecked Sendable {
    /// The file; `/dev/null` for a store in memory.
    public var url: URL?
    /// `NSSQLiteStoreType` or `NSInMemoryStoreType`.
    public var type = NSSQLiteStoreType
    public private(set) var options: [String: NSObject] = [:]
    /// How long a write waits for another process that writes, in seconds.
    public var timeout: TimeInterval = 240

    public init(url: URL) {
        self.url = url
    }

    /// A description of a store at `/dev/null`, as Apple's: tests write no more than `type = NSInMemoryStoreType`.
    public override convenience init() {
        self.init(url: URL(filePath: "/dev/null"))
    }

    public func setOption(_ option: NSObject?, forKey key: String) {
        options[key] = option
    }

    public var isReadOnly: Bool {
        get { isOn(NSReadOnlyPersistentStoreOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
    }

    public override var description: String {
        "<NSPersistentStoreDescription: \(address(of: self))> (type: \(type), url: \(url?.absoluteString ?? "(null)"))"
    }

    func isOn(_ key: String) -> Bool {
        (options[key] as? NSNumber)?.boolValue ?? false
    }
}
