public import Foundation

extension Notification.Name {
    public static let NSManagedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    public static let NSManagedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name("NSObjectsChangedInManagingContextNotification")
    /// Posted with `NSManagedObjectContextDidSave`; has identifiers in place of objects, and may cross queues.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// Posted after a merge, with the identifiers of all that was merged, whether the context has objects for it or not.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

extension NSManagedObjectContext {
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    public static let didMergeChangesObjectIDsNotification = Notification.Name.NSManagedObjectContextDidMergeChangesObjectIDs

    /// The keys of the notifications' user info; their raw values are the constants' such as `NSInsertedObjectsKey`.
    public enum NotificationKey: String, Sendable {
        case sourceContext = "managedObjectContext"
        case queryGeneration = "newQueryGeneration"
        case invalidatedAllObjects = "invalidatedAll"
        case insertedObjects = "inserted"
        case updatedObjects = "updated"
        case deletedObjects = "deleted"
        case refreshedObjects = "refreshed"
        case invalidatedObjects = "invalidated"
        case insertedObjectIDs = "inserted_objectIDs"
        case updatedObjectIDs = "updated_objectIDs"
        case deletedObjectIDs = "deleted_objectIDs"
        case refreshedObjectIDs = "refreshed_objectIDs"
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}

// Keys of the notifications' user info; each holds a Set of NSManagedObject.
public let NSInsertedObjectsKey = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
public let NSUpdatedObjectsKey = NSManagedObjectContext.NotificationKey.updatedObjects.rawValue
public let NSDeletedObjectsKey = NSManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// Objects whose values were read anew, by a merge or a refresh.
public let NSRefreshedObjectsKey = NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// Objects that belong to the context no longer.
public let NSInvalidatedObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedObjects.rawValue
/// Present after `reset()`.
public let NSInvalidatedAllObjectsKey = NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue

// Their counterparts that hold a Set of NSManagedObjectID.
public let NSInsertedObjectIDsKey = NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
public let NSUpdatedObjectIDsKey = NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
public let NSDeletedObjectIDsKey = NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
public let NSRefreshedObjectIDsKey = NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
public let NSInvalidatedObjectIDsKey = NSManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue

/// The `NSQueryGenerationToken` of a context with a pinned generation, in its did-save notification.
public let NSManagedObjectContextQueryGenerationKey = NSManagedObjectContext.NotificationKey.queryGeneration.rawValue

extension NSManagedObjectContext {
    /// Objects by the key under which a notification has them.
    typealias Mentioned = [NotificationKey: Set<NSManagedObject>]

    /// Posts one of this context's notifications on the calling thread, which is on its queue.
    func post(_ name: Notification.Name, _ userInfo: [NotificationKey: Any]) {
        var named: [String: Any] = [:]
        for (key, value) in userInfo { named[key.rawValue] = value }
        NotificationCenter.default.post(name: name, object: self, userInfo: named)
    }

    func postObjectsDidChange(_ objects: Mentioned) {
        var userInfo: [NotificationKey: Any] = objects.filter { !$1.isEmpty }
        userInfo[.sourceContext] = self
        post(.NSManagedObjectContextObjectsDidChange, userInfo)
    }

    /// Both did-save notifications. Sets of all three kinds are there, empty ones too.
    ///
    /// - Parameter lists: the same objects in the order in which they came, which mostly is that of memory: to pass over a set of many
    ///   waits for memory with each.
    func postDidSave(_ objects: Mentioned, lists: [NotificationKey: [NSManagedObject]]) {
        var userInfo: [NotificationKey: Any] = objects
        userInfo[.sourceContext] = self
        userInfo[.queryGeneration] = queryGenerationToken
        post(.NSManagedObjectContextDidSave, userInfo)

        var identifiers: [NotificationKey: Any] = [.sourceContext: self]
        identifiers[.queryGeneration] = queryGenerationToken
        for (key, objects) in lists {
            if let key = key.forIdentifiers { identifiers[key] = Set(objects.map(\.objectID)) }
        }
        post(.NSManagedObjectContextDidSaveObjectIDs, identifiers)
    }

    func postDidMerge(_ changes: ChangeSet) {
        var userInfo: [NotificationKey: Any] = [.sourceContext: self]
        userInfo[.insertedObjectIDs] = Set(changes.objectIDs(\.inserted, of: coordinator))
        userInfo[.updatedObjectIDs] = Set(changes.objectIDs(\.updated, of: coordinator))
        userInfo[.deletedObjectIDs] = Set(changes.objectIDs(\.deleted, of: coordinator))
        post(.NSManagedObjectContextDidMergeChangesObjectIDs, userInfo)
    }
}

extension NSManagedObjectContext.NotificationKey {
    /// The key for the identifiers of the objects under this one.
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
