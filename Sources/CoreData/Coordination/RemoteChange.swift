public import Foundation

extension Notification.Name {
    /// Posted by a coordinator after each write to one of its stores, by this process or another,
    /// if the store was added with `NSPersistentStoreRemoteChangeNotificationPostOptionKey`.
    ///
    /// After a write by this coordinator, the notification is posted on the thread that wrote.
    /// After an external write, it is usually posted on a background thread, within a few
    /// hundredths of a second; several external writes in quick succession can share one
    /// notification.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}

/// The key of the store's UUID, in a store's metadata and in the user info of a remote change.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the store's URL in the user info of a remote change.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the `NSPersistentHistoryToken` that includes the write, in the user info of a remote
/// change. Absent if the store keeps no history.
public let NSPersistentHistoryTokenKey = "historyToken"

extension NSPersistentStoreCoordinator {
    /// Posts the remote-change notification of a store, if its options ask for it.
    func postRemoteChange(_ store: NSPersistentStore) {
        guard store.postsRemoteChanges, postsNotifications else { return }
        var userInfo: [String: Any] = [NSStoreUUIDKey: store.uuid]
        userInfo[NSPersistentStoreURLKey] = store.url
        // The store may have newer transactions that are not published to contexts yet. The token
        // excludes them, since another notification follows when they are published.
        do {
            if let number = try store.engine.tokenNumber() {
                userInfo[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken([
                    store.uuid: min(number, store.engine.lastPublishedTransaction)
                ])
            }
        } catch {
            CoreDataLog.error("A remote-change notification has no history token: \(error.localizedDescription)")
        }
        NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: self, userInfo: userInfo)
    }
}
