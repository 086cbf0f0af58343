internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSManagedObjectContext {
    func identifyPermanently(_ objects: [NSManagedObject]) throws {
        var seen: Set<ObjectIdentifier> = []
        let temporary = objects.filter {
            $0.managedObjectContext === self && $0.isInserted && $0.rowID.isTemporary
                && seen.insert(ObjectIdentifier($0)).inserted
        }
        guard !temporary.isEmpty else { return }
        let stores = try coordinator.requireStores()
        var identified: [(object: NSManagedObject, rowID: RowID)] = []
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
            identified += zip(objects, rowIDs).map { ($0, $1) }
        }
        identify(identified)
    }

    /// Gives new objects their permanent IDs, and passes them on to the objects that refer to these,
    /// to live results and to children.
    ///
    /// Costs as much as the objects have relations, whatever else the context has.
    private func identify(_ identified: [(object: NSManagedObject, rowID: RowID)]) {
        // First, since it forgets nothing while changes may still name the temporary IDs.
        keepPermanentIDs(identified.map { PermanentIDs.Entry(temporary: $0.object.rowID, permanent: $0.rowID) })
        mayNameReplacedIDs = true
        let stores = coordinator.stores
        var changes = ChangeSet()
        changes.isFromOwnSave = true
        for (object, rowID) in identified {
            changes.record(.inserted, object.entity, rowID)
            changes.record(object.entity, rowID, replacing: object.rowID)
            changes.record(object.entity, alreadyReported: rowID)
            registry.remove(object.key)
            object.identify(as: rowID, in: stores.store(of: rowID)?.reference)
            registry.add(object, as: object.key)
        }
        for object in referrers(to: identified.map(\.object)) { object.replaceTemporaryReferences(permanentIDs) }
        notifyLiveResults(changes, removed: [])
        notifyChildrenOfPermanentIDs()
    }

    /// Returns the objects that may refer to some new objects. These are related to them, or have
    /// unsaved changes if a relationship without an inverse may lead to them.
    private func referrers(to new: [NSManagedObject]) -> [NSManagedObject] {
        let unpaired = hierarchiesWithoutInverse
        if new.contains(where: { unpaired.contains($0.layout.hierarchy) }) { return changedObjects }
        var found = Set(new)
        for object in new {
            for reference in object.knownReferences {
                if let other = registry[RowKey(reference.layout, permanentIDs.current(reference.rowID))] { found.insert(other) }
            }
        }
        return Array(found)
    }

    /// The objects with unsaved changes.
    private var changedObjects: [NSManagedObject] { inserted.objects + updated.objects + deleted.objects }

    /// The entity hierarchies to which relationships without an inverse lead.
    private var hierarchiesWithoutInverse: Set<ObjectIdentifier> {
        let model = model
        if let unpaired, unpaired.model === model { return unpaired.hierarchies }
        let layouts = model.entities.map(\.layout)
        let hierarchies = Set(
            layouts.flatMap { layout in
                (layout.toOneSlots + layout.toManySlots).filter { layout.inverseSlot($0) == nil }
                    .map { layout.destination($0).hierarchy }
            })
        unpaired = (model, hierarchies)
        return hierarchies
    }

    /// Replaces the temporary IDs that unsaved changes still name, of objects that have obtained
    /// permanent ones. Only primitive values name them: setting these updates no inverse, so
    /// `referrers(to:)` did not find their objects.
    func replaceRemainingIDs() {
        guard mayNameReplacedIDs else { return }
        for object in changedObjects { object.replaceTemporaryReferences(permanentIDs) }
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

extension NSManagedObject {
    /// The objects that this one's relationships name, without reading any.
    fileprivate final var knownReferences: [ObjectReference] {
        let ones = layout.toOneSlots.compactMap { reference(at: $0) }
        if !hasRelated { return ones }
        return ones + related.values.flatMap { $0.isFault ? $0.queuedMembers.references : $0.members.references }
    }
}
