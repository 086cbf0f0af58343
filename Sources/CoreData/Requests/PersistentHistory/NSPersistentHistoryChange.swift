public import Foundation
internal import Synchronization

/// The kind of change to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// The object was inserted.
    case insert = 0
    /// The object was updated.
    case update = 1
    /// The object was deleted.
    case delete = 2
}

/// The change of one object in a transaction of a store's history.
// Safe to share: immutable after init, except for `transaction`, which a mutex protects.
public final class NSPersistentHistoryChange: NSObject, NSCopying, @unchecked Sendable {
    /// The number of the change, which is unique among all changes of the store.
    public let changeID: Int64
    /// The identifier of the changed object.
    public let changedObjectID: NSManagedObjectID
    /// Whether the object was inserted, updated or deleted.
    public let changeType: NSPersistentHistoryChangeType
    /// The values of a deleted object's attributes with `preservesValueInHistoryOnDeletion` that
    /// were not nil, by name. nil for insertions and updates, and if the entity has no such
    /// attribute.
    public let tombstone: [AnyHashable: Any]?
    /// The properties that an update wrote; nil for insertions and deletions.
    public let updatedProperties: Set<NSPropertyDescription>?
    /// The transaction that the change belongs to.
    ///
    /// A change in the `changes` of a transaction holds it weakly, so this is nil once the transaction
    /// was released. The changes of a request with the result type `.changesOnly` hold one that has
    /// no `changes`.
    public internal(set) var transaction: NSPersistentHistoryTransaction? {
        get { owner.withLock { $0.transaction } }
        set { owner.withLock { $0.transaction = newValue } }
    }
    private let owner = Mutex(Owner())

    private struct Owner {
        weak var transaction: NSPersistentHistoryTransaction?
        /// The transaction of a change that is returned without it.
        var kept: NSPersistentHistoryTransaction?
    }

    /// Makes the change refer to its transaction strongly.
    ///
    /// - Parameter transaction: The transaction without its changes, which would refer to it in turn.
    func keep(_ transaction: NSPersistentHistoryTransaction) {
        owner.withLock { $0 = Owner(transaction: transaction, kept: transaction) }
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

    /// Returns the change itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override var description: String {
        let details =
            updatedProperties.map { ", properties \($0.map(\.name).sorted().joined(separator: ", "))" }
            ?? tombstone.map { ", tombstone \($0)" } ?? ""
        return
            "<NSPersistentHistoryChange: \(changeID), \(changeType) \(changedObjectID.uriRepresentation().absoluteString)\(details)>"
    }
}
