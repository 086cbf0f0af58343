public import Foundation

extension Notification.Name {
    public static let NSManagedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    public static let NSManagedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name("NSObjectsChangedInManagingContextNotification")
}

extension NSManagedObjectContext {
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
}

// Keys of the notifications' user info; each holds a Set of NSManagedObject.
public let NSInsertedObjectsKey = "inserted"
public let NSUpdatedObjectsKey = "updated"
public let NSDeletedObjectsKey = "deleted"
/// Objects whose values were read anew, by a merge or a refresh.
public let NSRefreshedObjectsKey = "refreshed"
/// Present after `reset()`.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"

// Their counterparts that hold a Set of NSManagedObjectID.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
public let NSDeletedObjectIDsKey = "deleted_objectIDs"

extension NSManagedObjectContext {
    /// Called by an object before one of its values changes.
    func objectWillChange(_ object: NSManagedObject) {
        if !object.state.contains(.unprocessed) { noteUnprocessed(object) }
        if object.state.isDisjoint(with: [.inserted, .updated, .deleted]) {
            object.state.insert(.updated)
            updatedObjects.insert(object)
        }
    }

    func noteUnprocessed(_ object: NSManagedObject) {
        guard !object.state.contains(.unprocessed) else { return }
        object.state.insert(.unprocessed)
        unprocessed.append(object)
        guard !isProcessingScheduled else { return }
        isProcessingScheduled = true
        queue.async { [weak self] in self?.processPendingChanges() }
    }

    /// Tells observers and live results of the changes made since the last call.
    ///
    /// Called by itself at the end of each `perform`, before a save or fetch, and soon after a change on the main queue.
    public func processPendingChanges() {
        isProcessingScheduled = false
        propagateDeletions()
        guard !unprocessed.isEmpty else { return }
        var changes = ChangeSet()
        var inserted: Set<NSManagedObject> = []
        var updated: Set<NSManagedObject> = []
        var deleted: Set<NSManagedObject> = []
        var refreshed: Set<NSManagedObject> = []
        let objects = unprocessed
        unprocessed = []
        for object in objects {
            object.state.remove(.unprocessed)
            if object.isDeleted {
                deleted.insert(object)
                changes.note(.deleted, object.entity, object.number)
                // A new object that is deleted before it was saved has nothing left to do here.
                if object.isInserted {
                    registry.remove(object.key)
                    object.detach(gone: false)
                }
            } else if object.isInserted {
                inserted.insert(object)
                changes.note(.inserted, object.entity, object.number)
            } else {
                if object.isUpdated { updated.insert(object) } else { refreshed.insert(object) }
                changes.note(.updated, object.entity, object.number)
            }
        }
        liveResults.apply(changes)
        post(
            .NSManagedObjectContextObjectsDidChange,
            [
                NSInsertedObjectsKey: inserted, NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted,
                NSRefreshedObjectsKey: refreshed,
            ].filter { !$1.isEmpty }
        )
    }

    func post(_ name: Notification.Name, _ userInfo: [String: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }
}
