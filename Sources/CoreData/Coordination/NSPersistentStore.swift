public import Foundation

/// An opened store of a coordinator.
public class NSPersistentStore: NSObject, @unchecked Sendable {
    /// The store's UUID, written into it when it was made.
    public let identifier: String
    public let url: URL?
    public let type: String
    /// Why nothing can be written, or nil if it can.
    let readOnlyReason: String?

    public var isReadOnly: Bool { readOnlyReason != nil }

    init(identifier: String, url: URL?, type: String, readOnlyReason: String?) {
        self.identifier = identifier
        self.url = url
        self.type = type
        self.readOnlyReason = readOnlyReason
    }

    /// Under the name that Apple's SQLite store has in logs.
    public override var description: String { "<NSSQLCore: \(address(of: self))> (URL: \(url?.absoluteString ?? "(null)"))" }
}

/// The type of a store kept in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store kept in memory, gone with its coordinator.
public let NSInMemoryStoreType = "InMemory"

/// Turns persistent history on, given `true as NSNumber`.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Has `.NSPersistentStoreRemoteChange` posted after each write, given `true as NSNumber`.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// Opens the store for reading only, given `true as NSNumber`.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
