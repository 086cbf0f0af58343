/// The changes of a context, which its save passes to an incremental store.
///
/// The objects have their new values, and the IDs that they will have after the save. If the store
/// throws an error they remain changed.
open class NSSaveChangesRequest: NSPersistentStoreRequest {
    /// The new objects; nil for none.
    public let insertedObjects: Set<NSManagedObject>?
    /// The objects whose values or relationships have changed; nil for none.
    public let updatedObjects: Set<NSManagedObject>?
    /// The objects to delete; nil for none.
    public let deletedObjects: Set<NSManagedObject>?
    /// Unchanged objects that must not have changed in the store either, because of
    /// `NSManagedObjectContext.detectConflicts(for:)`; nil for none.
    public let lockedObjects: Set<NSManagedObject>?

    /// Creates a request.
    public init(
        inserted insertedObjects: Set<NSManagedObject>?, updated updatedObjects: Set<NSManagedObject>?,
        deleted deletedObjects: Set<NSManagedObject>?, locked lockedObjects: Set<NSManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
    }

    /// `.saveRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .saveRequestType }
}
