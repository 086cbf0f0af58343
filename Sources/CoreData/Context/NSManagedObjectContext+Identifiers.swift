internal import Foundation
internal import StrataTraps

extension NSManagedObjectContext {
    func identifyPermanently(_ objects: [NSManagedObject]) throws {
        let temporary = objects.filter { $0.managedObjectContext === self && $0.isInserted && $0.rowID.isTemporary }
        guard !temporary.isEmpty else { return }
        let stores = try coordinator.requireStores()
        var entries: [PermanentIDs.Entry] = []
        for (store, objects) in Dictionary(grouping: temporary, by: { home(of: $0, stores).map(ObjectIdentifier.init) }) {
            guard let store = stores.stores.first(where: { ObjectIdentifier($0) == store }) else {
                throw NSError(
                    code: NSPersistentStoreIncompatibleSchemaError,
                    """
                    No store of the coordinator takes objects of '\(objects[0].layout.name)'. Add a store whose configuration has the \
                    entity.
                    """)
            }
            let rowIDs = try store.engine.allocateKeys(objects.map(\.layout), for: objects)
            entries += zip(objects, rowIDs).map { PermanentIDs.Entry(temporary: $0.rowID, permanent: $1) }
        }
        replaceTemporaryIDs(entries)
    }

    /// Gives permanent IDs to those of some new objects whose store executes requests: it is passed
    /// the objects with their IDs.
    func identifyInRequestStores(_ objects: [NSManagedObject]) throws {
        let stores = try coordinator.requireStores()
        try identifyPermanently(objects.filter { home(of: $0, stores)?.executesRequests == true })
    }

    /// Chooses the store that a new object is saved to. By default it is the first writable store
    /// that takes the object's entity.
    ///
    /// Traps for an object that is in another store already, and for a store that does not take the
    /// entity.
    public func assign(_ object: Any, to store: NSPersistentStore) {
        guard let object = object as? NSManagedObject else {
            trap("assign(_:to:) takes a managed object, not a \(type(of: object)).")
        }
        guard let own = coordinator.stores.stores.first(where: { $0 === store }) else {
            trap(
                "The store \(store.uuid) does not belong to the context's coordinator. Use one of its persistentStores.")
        }
        require(
            own.takes(object.layout),
            "The store \(own.url?.path ?? own.uuid) does not take '\(object.layout.name)': the entity is not in its configuration."
        )
        require(
            !object.rowID.isPermanent || own.keySpace.holds(object.rowID),
            """
            \(object.objectID.uriRepresentation()) is in another store already. To move it, insert a new object, assign that \
            to the store, and delete this one.
            """)
        if object.rowID.isTemporary { assignedStores[object.rowID] = own }
    }

    /// Returns the store that an object is in or will be saved to.
    func home(of object: NSManagedObject, _ stores: StoreGroup) -> NSPersistentStore? {
        if object.rowID.isPermanent { return stores.store(of: object.rowID) }
        return assignedStores[object.rowID] ?? stores.defaultStore(object.layout)
    }

    /// Makes the next save check an object for conflicts even if the object has no changes to
    /// write.
    public func detectConflicts(for object: NSManagedObject) {
        require(object.managedObjectContext === self, "The object belongs to another context. Call detectConflicts(for:) there.")
        guard !object.isInserted, !object.isDeleted else { return }
        object.fireFault()
        checkedObjects.insert(object)
    }
}
