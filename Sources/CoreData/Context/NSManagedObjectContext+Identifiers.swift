internal import Foundation

extension NSManagedObjectContext {
    /// Gives new objects the identifiers they will have in the store, before they are saved; one write.
    ///
    /// Objects that are saved already are passed over. Identifiers of objects that are never saved are not given to others.
    public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
        let temporary = objects.filter { $0.managedObjectContext === self && $0.isInserted && $0.number < 0 }
        guard !temporary.isEmpty else { return }
        let numbers = try coordinator.requireStore().allocateKeys(temporary.map(\.layout))
        renumber(zip(temporary, numbers).map { PermanentNumbers.Entry(temporary: $0.number, permanent: $1) })
    }

    /// Says in which store a new object shall be saved. There is one store, the coordinator's; another is the programmer's mistake.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        precondition(object is NSManagedObject, "assign(_:to:) takes a managed object, not a \(type(of: object)).")
        precondition(
            coordinator.persistentStores.contains(store),
            "The store \(store.identifier) is none of the context's coordinator; assign objects to one of its persistentStores."
        )
    }

    /// Has the next save check that the object was not changed by somebody else, though nothing of it is written.
    public func detectConflicts(for object: NSManagedObject) {
        precondition(object.managedObjectContext === self, "The object belongs to another context; give it to that one.")
        guard !object.isInserted, !object.isDeleted else { return }
        object.realise()
        checkedObjects.insert(object)
    }
}
