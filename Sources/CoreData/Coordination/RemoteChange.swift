public import Foundation

extension Notification.Name {
    /// Posted by a coordinator after each write to one of its stores, by this process or another,
    /// if the store was added with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`.
    ///
    /// For a write by this coordinator it is posted on the writing thread. For external writes it
    /// is usually posted on a background thread, some hundredths of a second later, and once for
    /// several writes in quick succession.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

/// The key of the store's UUID, in a store's metadata and in the user info of a remote change.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the store's URL in the user info of a remote change.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the `NSPersistentHistoryToken` after the write in the user info of a remote change.
/// Absent if the store keeps no history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSPersistentStoreCoordinator {
    /// Posts the remote-change notification of a store, if its options ask for it.
    func postRemoteChange(_ store: SQLiteStore) {
        guard store.postsRemoteChanges else { return }
        var userInfo: [String: Any] = [NSStoreUUIDKey: store.uuid]
        userInfo[NSPersistentStoreURLKey] = store.url
        // A transaction that was committed a moment ago may not be published yet. Its own
        // notification follows.
        userInfo[NSPersistentHistoryTokenKey] = try? store.currentHistoryToken()?.limited(to: store.lastPublishedTransaction)
        NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: userInfo)
    }
}
