public import Foundation

/// A save or batch request in a store's history.
// Safe to share: immutable after init.
public final class NSPersistentHistoryTransaction: NSObject, NSCopying, @unchecked Sendable {
    /// The number of the transaction, counted from 1 for each store. Numbers are never reused, even
    /// after history was deleted.
    public let transactionNumber: Int64
    /// The time at which the transaction was written.
    public let timestamp: Date
    /// The changes of the transaction, in the order in which they were written; nil if the request
    /// did not ask for changes.
    public let changes: [NSPersistentHistoryChange]?
    /// The UUID of the store.
    public let storeID: String
    /// The bundle identifier of the program that wrote the transaction; the process name if it has
    /// none.
    public let bundleID: String
    /// The name of the process that wrote the transaction.
    public let processID: String
    /// The name of the context that wrote the transaction.
    public let contextName: String?
    /// The `transactionAuthor` of the context that wrote the transaction.
    public let author: String?
    /// The number of the last transaction of each other store that was read before this one, by the
    /// store's UUID.
    package let others: [String: Int64]

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

    /// Returns a copy of the transaction with some of its changes, or with none. The changes refer
    /// to the copy from then on.
    func with(_ changes: [NSPersistentHistoryChange]?) -> NSPersistentHistoryTransaction { with(changes, others) }

    /// Returns a copy of the transaction whose token includes positions in other stores' histories.
    func following(_ others: [String: Int64]) -> NSPersistentHistoryTransaction { with(changes, others) }

    private func with(
        _ changes: [NSPersistentHistoryChange]?, _ others: [String: Int64]
    ) -> NSPersistentHistoryTransaction {
        NSPersistentHistoryTransaction(
            transactionNumber: transactionNumber, timestamp: timestamp, changes: changes, storeID: storeID, bundleID: bundleID,
            processID: processID, contextName: contextName, author: author, others: others
        )
    }

    /// Returns the transaction itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The position after this transaction and after those of other stores that were read before
    /// it.
    public var token: NSPersistentHistoryToken {
        NSPersistentHistoryToken(others.merging([storeID: transactionNumber]) { _, own in own }, ofTransactionIn: storeID)
    }

    /// Returns a notification with the identifiers of the changed objects, for a context's
    /// `mergeChanges(fromContextDidSave:)`.
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
