public import Foundation

extension Notification.Name {
    /// Posted by a coordinator after each write to its store, by this process or another, where the store was loaded with
    /// `NSPersistentStoreRemoteChangeNotificationPostOptionKey`. It comes on the thread that wrote, or on one of the coordinator's own, some
    /// hundredths of a second later, for what others wrote; several writes of theirs may be told of at once.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

/// The store's UUID in a remote change's user info.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The store's URL in a remote change's user info.
public let NSPersistentStoreURLKey = "storeURL"
/// The `NSPersistentHistoryToken` of the write in a remote change's user info, where the store keeps a history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSPersistentStoreCoordinator {
    func postRemoteChange(_ store: SQLiteStore) {
        guard store.postsRemoteChanges else { return }
        var userInfo: [String: Any] = [NSStoreUUIDKey: store.uuid]
        userInfo[NSPersistentStoreURLKey] = store.url
        userInfo[NSPersistentHistoryTokenKey] = currentPersistentHistoryToken(fromStores: [store])
        NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: userInfo)
    }
}
