public import Foundation
internal import Traps

extension NSManagedObjectContext {
    /// Takes over what another context saved: from its did-save notification, or from a history transaction's
    /// `objectIDNotification()`. Objects of this context read their rows anew and keep their own unsaved changes; inserted rows get objects, as
    /// faults, which the objects-did-change notification names.
    public func mergeChanges(fromContextDidSave notification: Notification) {
        let changes = ChangeSet(userInfo: notification.userInfo ?? [:], coordinator: coordinator)
        queue.sync { merge(changes, makesInserted: true) }
    }

    /// Takes over changes given as identifiers (or their URIs, or objects) under `NSInsertedObjectIDsKey`,
    /// `NSUpdatedObjectIDsKey` and `NSDeletedObjectIDsKey`, or under the keys for objects, into each of the contexts. What was refreshed or
    /// invalidated is read anew as well.
    public class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) {
        for context in contexts {
            let changes = ChangeSet(userInfo: changeNotificationData, coordinator: context.coordinator)
            context.queue.sync { context.merge(changes, makesInserted: true) }
        }
    }

    /// Called by the coordinator, on any thread, after another context's save.
    func mergeIfAutomatic(_ changes: ChangeSet) {
        guard automaticallyMergesChangesFromParent else { return }
        queue.asyncIfQueued { [weak self] in self?.merge(changes) }
    }

    /// Called by the coordinator, on any thread, after changes of which nobody knows what they were.
    func rereadIfAutomatic() {
        guard automaticallyMergesChangesFromParent else { return }
        queue.asyncIfQueued { [weak self] in
            guard let self else { return }
            var changes = ChangeSet()
            changes.knowsRelationships = false
            for object in registry.living where object.number > 0 { changes.note(.updated, object.entity, object.number) }
            merge(changes)
        }
    }

    /// Called by the coordinator, on any thread, after stores were added or removed.
    func storesDidChange() {
        queue.asyncIfQueued { [weak self] in
            guard let self else { return }
            let stores = coordinator.stores
            let strays = registry.living.filter { $0.number > 0 && stores.store(of: $0.number) == nil }
            for object in strays { forget(object) }
            // Unsaved changes of theirs may have been found since.
            if strays.isEmpty { liveResults.reopenUninformed() } else { liveResults.reopen() }
        }
    }

    /// Lets go of an object that is not in a store any more.
    private func forget(_ object: NSManagedObject) {
        registry.remove(object.key)
        inserted.remove(object)
        updated.remove(object)
        deleted.remove(object)
        object.detach(gone: true)
    }

    /// Brings registered objects up to date and tells live results and observers.
    ///
    /// Costs one read for the rows of registered objects that changed; rows nobody uses cost nothing here.
    ///
    /// - Parameter makesInserted: whether inserted rows get objects, faults that observers are told of.
    func merge(_ given: ChangeSet, makesInserted: Bool = false) {
        advanceGeneration()
        takePermanentNumbers()
        processPendingChanges()
        let changes = given.knowsRelationships ? given : given.alsoUpdating(referrers(to: given.deleted))
        var inserted: Set<NSManagedObject> = []
        var refreshed: Set<NSManagedObject> = []
        var deleted: Set<NSManagedObject> = []
        var rebased: [NSManagedObject] = []
        // Those whose members are read anew, too.
        var reread: Set<NSManagedObject> = []
        func noteDeletion(of object: NSManagedObject) {
            // Observers know already that an object is deleted whose fault found no row.
            if object.isInaccessible { markDeletedElsewhere(object) } else { deleted.insert(object) }
        }
        for entity in changes.entities {
            func key(_ number: Int64) -> RowKey { RowKey(entity.entity, permanentNumbers.current(number)) }
            for number in entity.deleted {
                if let object = registry[key(number)] { noteDeletion(of: object) }
            }
            let objects = (entity.updated + entity.inserted).compactMap { registry[key($0)] }
            if makesInserted {
                for number in entity.inserted where registry[key(number)] == nil {
                    inserted.insert(object(entity.entity.layout, number, row: nil))
                }
            }
            guard !objects.isEmpty else { continue }
            let numbers = objects.map(\.number)
            let rows = storedRows(entity.entity.layout, numbers)
            for (object, number) in zip(objects, numbers) {
                guard let row = rows[number] else {
                    noteDeletion(of: object)
                    continue
                }
                if object.isInaccessible {
                    // Another context put the row back.
                    restoreInaccessible(object, row)
                    reread.insert(object)
                } else if object.isFault {
                    object.publisher?.send()
                    object.row = row
                    for related in object.related.values { related.turnIntoFault() }
                    reread.insert(object)
                } else if object.snapshot != nil || object.row?.version != row.version || parent != nil {
                    // Unsaved changes of a parent have no version of their own.
                    rebase(object, on: row)
                    rebased.append(object)
                    reread.insert(object)
                }
                refreshed.insert(object)
            }
        }
        for object in deleted {
            object.publisher?.send()
            markDeletedElsewhere(object)
        }
        let gone = changes.deleted.union(deleted.map(\.reference))
        refreshed.formUnion(forgetMembers(gone, hasOwners: changes.knowsRelationships))
        refreshed.formUnion(forgetMembers(takenBy: changes, except: reread))
        let owners = dropAddedMembers(gone)
        // They may look at what else was merged.
        for object in rebased { object.awake(fromSnapshotEvents: .refresh) }
        tellLiveResults(changes, departing: deleted)
        children.merge(changes.alsoUpdating(owners), except: nil)
        postObjectsDidChange([.insertedObjects: inserted, .refreshedObjects: refreshed, .deletedObjects: deleted])
        if !owners.isEmpty { processPendingChanges() }
        postDidMerge(given)
    }

    /// The registered objects with a to-one relationship to one of some rows.
    ///
    /// Costs O(registered objects), and nothing where there are no such rows.
    private func referrers(to rows: Set<ObjectReference>) -> [NSManagedObject] {
        if rows.isEmpty { return [] }
        return registry.living.filter { object in
            guard let row = object.row, object.number > 0 else { return false }
            return object.layout.toOneSlots.contains { slot in
                [row.values[slot], object.snapshot?.values[slot]].contains { value in
                    if case .object(let reference)? = value { rows.contains(reference) } else { false }
                }
            }
        }
    }

    /// Tells live results of changes, and what they tell of them, which objects were the deleted ones.
    func tellLiveResults(_ changes: ChangeSet, departing objects: Set<NSManagedObject>) {
        for object in objects { departing[object.key] = object }
        liveResults.apply(changes)
        departing = [:]
    }

    private func storedRows(_ layout: EntityLayout, _ numbers: [Int64]) -> [Int64: Row] {
        do {
            return try source.rows(layout, numbers, maxAge: stalenessInterval)
        } catch {
            trap("Changed rows of \(layout.name) could not be read: \(error.localizedDescription)")
        }
    }
}

extension ChangeSet {
    /// Reads objects, identifiers or URIs from a notification's user info; what the coordinator does not know is left out.
    fileprivate init(userInfo: [AnyHashable: Any], coordinator: NSPersistentStoreCoordinator) {
        self.init()
        knowsRelationships = false
        func add(_ keys: [String], _ kind: Kind) {
            for key in keys {
                guard let items = (userInfo[key] as? any Sequence) else { continue }
                for item in items {
                    if let objectID = Self.objectID(of: item, coordinator), !objectID.isTemporaryID {
                        note(kind, objectID.entity, objectID.number)
                    }
                }
            }
        }
        add([NSInsertedObjectsKey, NSInsertedObjectIDsKey], .inserted)
        add(
            [
                NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey,
                NSInvalidatedObjectsKey,
                NSInvalidatedObjectIDsKey,
            ], .updated)
        add([NSDeletedObjectsKey, NSDeletedObjectIDsKey], .deleted)
    }

    private static func objectID(of item: Any, _ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectID? {
        switch item {
        case let object as NSManagedObject: coordinator.own(object.objectID)
        case let objectID as NSManagedObjectID: coordinator.own(objectID)
        case let url as URL: coordinator.managedObjectID(forURIRepresentation: url)
        default: nil
        }
    }
}
