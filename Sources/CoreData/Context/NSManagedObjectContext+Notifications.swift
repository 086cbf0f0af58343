public import Foundation

extension Notification.Name {
    /// Posted by a context at the start of a save with changes, before `willSave()` is called on
    /// its objects.
    public static let NSManagedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// Posted by a context after a save, with sets of the inserted, updated and deleted objects.
    public static let NSManagedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    /// Posted by a context when it processes pending changes and after a merge, with sets of the
    /// changed objects. Also posted after `reset()`, with `NSInvalidatedAllObjectsKey` instead.
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name("NSObjectsChangedInManagingContextNotification")
    /// Posted right after `NSManagedObjectContextDidSave`, with sets of object IDs, which can be
    /// passed to other queues, in place of sets of objects.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// Posted by a context after a merge, with the IDs of all merged changes, including those
    /// without an object in the context, and the IDs of the objects that were refreshed.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension NSManagedObjectContext {
    /// Another name of `Notification.Name.NSManagedObjectContextWillSave`.
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    /// Another name of `Notification.Name.NSManagedObjectContextDidSave`.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// Another name of `Notification.Name.NSManagedObjectContextObjectsDidChange`.
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    /// Another name of `Notification.Name.NSManagedObjectContextDidSaveObjectIDs`.
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Another name of `Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs`.
    public static let didMergeChangesObjectIDsNotification = Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

    /// A key in the user info of a context's notifications. Its raw value equals the corresponding
    /// string constant, such as `NSInsertedObjectsKey`.
    public enum NotificationKey: String, Sendable {
        /// The context that posts the notification.
        case sourceContext = "managedObjectContext"
        /// The query generation token of the context after a save, if the context is pinned to a
        /// generation.
        case queryGeneration = "newQueryGeneration"
        /// Present after `reset()` invalidated all objects of the context. The value is `NSNull`.
        case invalidatedAllObjects = "invalidatedAll"
        /// The set of inserted objects.
        case insertedObjects = "inserted"
        /// The set of updated objects.
        case updatedObjects = "updated"
        /// The set of deleted objects.
        case deletedObjects = "deleted"
        /// The set of objects whose values were read again, by a merge or a refresh.
        case refreshedObjects = "refreshed"
        /// A set of invalidated objects. Contexts do not post this key, but
        /// `mergeChanges(fromRemoteContextSave:into:)` reads it, and refreshes these objects.
        case invalidatedObjects = "invalidated"
        /// The set of the inserted objects' IDs.
        case insertedObjectIDs = "inserted_objectIDs"
        /// The set of the updated objects' IDs.
        case updatedObjectIDs = "updated_objectIDs"
        /// The set of the deleted objects' IDs.
        case deletedObjectIDs = "deleted_objectIDs"
        /// The set of the refreshed objects' IDs, in the did-merge notification.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// A set of IDs of invalidated objects. Contexts do not post this key, but
        /// `mergeChanges(fromRemoteContextSave:into:)` reads it.
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}

// MARK: Keys of the user info whose values are a Set of NSManagedObject

/// The key of the set of inserted objects in a context's notifications.
public let NSInsertedObjectsKey = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
/// The key of the set of updated objects in a context's notifications.
public let NSUpdatedObjectsKey = NSManagedObjectContext.NotificationKey.updatedObjects.rawValue
/// The key of the set of deleted objects in a context's notifications.
public let NSDeletedObjectsKey = NSManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// The key of the set of objects whose values were read again, by a merge or a refresh.
public let NSRefreshedObjectsKey = NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// The key of a set of invalidated objects, for `mergeChanges(fromRemoteContextSave:into:)`.
public let NSInvalidatedObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedObjects.rawValue
/// The key that is present in the objects-did-change notification after `reset()`.
public let NSInvalidatedAllObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue

// MARK: Keys of the user info whose values are a Set of NSManagedObjectID

/// The key of the set of inserted objects' IDs in a context's notifications.
public let NSInsertedObjectIDsKey = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The key of the set of updated objects' IDs in a context's notifications.
public let NSUpdatedObjectIDsKey = NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The key of the set of deleted objects' IDs in a context's notifications.
public let NSDeletedObjectIDsKey = NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
/// The key of the set of refreshed objects' IDs in a context's did-merge notification.
public let NSRefreshedObjectIDsKey = NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
/// The key of a set of invalidated objects' IDs, for `mergeChanges(fromRemoteContextSave:into:)`.
public let NSInvalidatedObjectIDsKey = NSManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue

/// The key of the `NSQueryGenerationToken` in the did-save notification of a context with a pinned
/// generation.
public let NSManagedObjectContextQueryGenerationKey = NSManagedObjectContext.NotificationKey.queryGeneration.rawValue

extension NSManagedObjectContext {
    /// The objects in a notification, by their user info key.
    typealias Mentioned = [NotificationKey: Set<NSManagedObject>]

    /// Whether the context posts notifications: unless its coordinator's stores are Strata's own.
    var postsNotifications: Bool { persistentStoreCoordinator?.postsNotifications ?? true }

    /// Posts a notification of this context on the calling thread. Call this on the context's
    /// queue.
    func post(_ name: Notification.Name, _ userInfo: [NotificationKey: Any]) {
        guard postsNotifications else { return }
        var named: [String: Any] = [:]
        for (key, value) in userInfo { named[key.rawValue] = value }
        NotificationCenter.default.post(name: name, object: self, userInfo: named)
    }

    func postObjectsDidChange(_ objects: Mentioned) {
        var userInfo: [NotificationKey: Any] = objects.filter { !$1.isEmpty }
        userInfo[.sourceContext] = self
        post(.NSManagedObjectContextObjectsDidChange, userInfo)
    }

    /// Posts the did-save notifications with objects and with object IDs. Both have all three sets
    /// (inserted, updated, deleted), including empty ones.
    ///
    /// - Parameter lists: The same objects as arrays, in the order in which they changed, which is
    ///   mostly the order of their addresses. Iterating over a large set instead would cause a
    ///   cache miss for each object.
    func postDidSave(_ objects: Mentioned, lists: [NotificationKey: [NSManagedObject]]) {
        // Before the first notification: its observers may pass it to another thread, which asks the
        // objects for their IDs, and the first question to an object keeps the ID in it.
        var identifiers: [NotificationKey: Any] = [.sourceContext: self]
        for (key, objects) in lists {
            if let key = key.forIdentifiers { identifiers[key] = Set(objects.map(\.objectID)) }
        }
        var userInfo: [NotificationKey: Any] = objects
        userInfo[.sourceContext] = self
        userInfo[.queryGeneration] = queryGenerationToken
        post(.NSManagedObjectContextDidSave, userInfo)

        identifiers[.queryGeneration] = queryGenerationToken
        post(.NSManagedObjectContextDidSaveObjectIDs, identifiers)
    }

    /// Posts the did-merge notification.
    ///
    /// - Parameter refreshed: The objects of the context whose values were read again.
    func postDidMerge(_ changes: ChangeSet, refreshed: [NSManagedObject]) {
        var userInfo: [NotificationKey: Any] = [.sourceContext: self]
        // A save may replace a row that it has inserted or updated.
        let deleted = Set(changes.objectIDs(\.deleted, of: coordinator))
        userInfo[.insertedObjectIDs] = Set(changes.objectIDs(\.inserted, of: coordinator)).subtracting(deleted)
        userInfo[.updatedObjectIDs] = Set(changes.objectIDs(\.updated, of: coordinator)).subtracting(deleted)
        userInfo[.deletedObjectIDs] = deleted
        userInfo[.refreshedObjectIDs] = Set(refreshed.map(\.objectID))
        post(.NSManagedObjectContextDidMergeChangesObjectIDs, userInfo)
    }
}

extension NSManagedObjectContext.NotificationKey {
    /// The key for a set of object IDs that corresponds to this key for a set of objects; nil for
    /// other keys.
    fileprivate var forIdentifiers: Self? {
        switch self {
        case .insertedObjects: .insertedObjectIDs
        case .updatedObjects: .updatedObjectIDs
        case .deletedObjects: .deletedObjectIDs
        case .refreshedObjects: .refreshedObjectIDs
        case .invalidatedObjects: .invalidatedObjectIDs
        default: nil
        }
    }
}
