public import Foundation
internal import Synchronization

/// What happened to an object in a transaction.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// One object's change in a transaction.
// Safe to share: immutable after init, but for `transaction`, which a mutex guards.
public final class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
    /// Counts the changes of all the store's transactions.
    public let changeID: Int64
    public let changedObjectID: NSManagedObjectID
    public let changeType: NSPersistentHistoryChangeType
    /// Of a deleted object: its attributes with `preservesValueInHistoryOnDeletion` that had a value, by name. nil for the other types, and
    /// where the entity has no such attribute.
    public let tombstone: [AnyHashable: Any]?
    /// The properties an update wrote; nil for the other types.
    public let updatedProperties: Set<NSPropertyDescription>?
    /// The transaction, as long as somebody holds it.
    public internal(set) var transaction: NSPersistentHistoryTransaction? {
        get { owner.withLock { $0.transaction } }
        set { owner.withLock { $0.transaction = newValue } }
    }
    private let owner = Mutex(Owner())

    private struct Owner {
        weak var transaction: NSPersistentHistoryTransaction?
    }

    init(
        changeID: Int64, changedObjectID: NSManagedObjectID, changeType: NSPersistentHistoryChangeType,
        tombstone: [AnyHashable: Any]?, updatedProperties: Set<NSPropertyDescription>?
    ) {
        self.changeID = changeID
        self.changedObjectID = changedObjectID
        self.changeType = changeType
        self.tombstone = tombstone
        self.updatedProperties = updatedProperties
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String {
        let details =
            updatedProperties.map { ", properties \($0.map(\.name).sorted().joined(separator: ", "))" }
            ?? tombstone.map { ", tombstone \($0)" } ?? ""
        return
            "<NSPersistentHistoryChange: \(changeID), \(changeType) \(changedObjectID.uriRepresentation().absoluteString)\(details)>"
    }
}
