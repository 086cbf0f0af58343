public import Foundation

/// What happened to an object in a transaction.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// One object's change in a transaction.
public final class NSPersistentHistoryChange: NSObject, @unchecked Sendable {
    public let changeID: Int64
    public let changedObjectID: NSManagedObjectID
    public let changeType: NSPersistentHistoryChangeType
    /// The properties an update wrote; nil for the other types.
    public let updatedProperties: Set<NSPropertyDescription>?
    public internal(set) weak var transaction: NSPersistentHistoryTransaction?

    init(
        changeID: Int64, changedObjectID: NSManagedObjectID, changeType: NSPersistentHistoryChangeType,
        updatedProperties: Set<NSPropertyDescription>?
    ) {
        self.changeID = changeID
        self.changedObjectID = changedObjectID
        self.changeType = changeType
        self.updatedProperties = updatedProperties
    }
}

/// One save or batch request in a store's history.
public final class NSPersistentHistoryTransaction: NSObject, @unchecked Sendable {
    public let transactionNumber: Int64
    public let timestamp: Date
    /// nil where the request asked for transactions only.
    public let changes: [NSPersistentHistoryChange]?
    /// The UUID of the store.
    public let storeID: String
    public let bundleID: String
    public let processID: String
    /// The name of the context that wrote.
    public let contextName: String?
    /// The `transactionAuthor` of the context that wrote.
    public let author: String?

    init(
        transactionNumber: Int64, timestamp: Date, changes: [NSPersistentHistoryChange]?, storeID: String, bundleID: String,
        processID: String, contextName: String?, author: String?
    ) {
        self.transactionNumber = transactionNumber
        self.timestamp = timestamp
        self.changes = changes
        self.storeID = storeID
        self.bundleID = bundleID
        self.processID = processID
        self.contextName = contextName
        self.author = author
        super.init()
        for change in changes ?? [] { change.transaction = self }
    }

    /// The place in the history after this transaction.
    public var token: NSPersistentHistoryToken {
        NSPersistentHistoryToken(storeIdentifier: storeID, transactionNumber: transactionNumber)
    }

    /// The changed objects' identifiers as a notification for a context's `mergeChanges(fromContextDidSave:)`.
    public func objectIDNotification() -> Notification {
        var objectIDs: [String: Set<NSManagedObjectID>] = [:]
        for change in changes ?? [] {
            let key =
                switch change.changeType {
                case .insert: NSInsertedObjectIDsKey
                case .update: NSUpdatedObjectIDsKey
                case .delete: NSDeletedObjectIDsKey
                }
            objectIDs[key, default: []].insert(change.changedObjectID)
        }
        return Notification(name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil, userInfo: objectIDs)
    }
}
