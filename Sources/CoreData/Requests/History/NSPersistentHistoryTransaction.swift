public import Foundation

/// One save or batch request in a store's history.
// Safe to share: immutable after init.
public final class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
    /// Counts the store's transactions from 1; never used again, also after history was deleted.
    public let transactionNumber: Int64
    public let timestamp: Date
    /// nil where the request asked for transactions only.
    public let changes: [NSPersistentHistoryChange]?
    /// The UUID of the store.
    public let storeID: String
    /// The bundle identifier of the program that wrote, or its name where it has none.
    public let bundleID: String
    /// The name of the process that wrote.
    public let processID: String
    /// The name of the context that wrote.
    public let contextName: String?
    /// The `transactionAuthor` of the context that wrote.
    public let author: String?
    /// How far the history of other stores was read when this transaction was.
    private let others: [String: Int64]

    init(
        transactionNumber: Int64, timestamp: Date, changes: [NSPersistentHistoryChange]?, storeID: String, bundleID: String,
        processID: String, contextName: String?, author: String?, others: [String: Int64] = [:]
    ) {
        self.transactionNumber = transactionNumber
        self.timestamp = timestamp
        self.changes = changes
        self.storeID = storeID
        self.bundleID = bundleID
        self.processID = processID
        self.contextName = contextName
        self.author = author
        self.others = others
        super.init()
        for change in changes ?? [] { change.transaction = self }
    }

    /// The same transaction with some of its changes only, or with none at all.
    func with(_ changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction { with(changes, others) }

    /// The same transaction as it follows on transactions of other stores.
    func following(_ others: [String: Int64]) -> NSPersistentHistoryTransaction { with(changes, others) }

    private func with(
        _ changes: [NSPersistentHistoryChange]?, _ others: [String: Int64]
    ) -> NSPersistentHistoryTransaction {
        NSPersistentHistoryTransaction(
            transactionNumber: transactionNumber, timestamp: timestamp, changes: changes, storeID: storeID, bundleID: bundleID,
            processID: processID, contextName: contextName, author: author, others: others
        )
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The place in the history after this transaction, and after those of other stores that were read before it.
    public var token: NSPersistentHistoryToken {
        NSPersistentHistoryToken(others.merging([storeID: transactionNumber]) { _, own in own })
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

    public override var description: String {
        """
        <NSPersistentHistoryTransaction: number \(transactionNumber), \(timestamp), store \(storeID), bundle \(bundleID), process \
        \(processID), context \(contextName ?? "(null)"), author \(author ?? "(null)"), changes \
        \(changes.map { "\($0.count)" } ?? "(null)")>
        """
    }
}
