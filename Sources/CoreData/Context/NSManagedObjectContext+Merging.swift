internal import Foundation

// Merging changes that were committed elsewhere
//
// A context keeps the values of its objects until it merges newer ones: of a save by another
// context, of external changes, which the coordinator reads from the history
// (`NSPersistentStoreCoordinator+ExternalChanges.swift`), or of changes that the app passes to
// `mergeChanges`. Automatic merges run on the context's queue, after the change was committed.
//
// The change is a `ChangeSet`, which lists rows and not their new values. The steps of one merge:
//
// 1. A pinned query generation advances, new permanent IDs are fetched from the parent, and pending
//    changes are processed, so that observers see the app's own changes apart from the merged ones.
// 2. The rows of registered objects that changed are read: one read for each entity. A row without
//    an object costs nothing. A fault keeps its new row for later. A realized object is rebased:
//    the new row becomes its committed state, with its unsaved changes on top. If the change set
//    lists rows without their relationships, such as one from the app, the objects that may have
//    referred to deleted rows are updated, too.
// 3. Objects whose rows were deleted become inaccessible: they count as deleted, keep their values,
//    lose their unsaved changes, and are not part of the next save.
// 4. To-many relationships become faults where their members may have changed. Unsaved additions of
//    deleted members are removed.
// 5. Live results apply the changes, children merge them, and the did-merge notification is posted.
//    Before it comes the objects-did-change notification, unless the merge concerned no object.
//
// For example, with the error policy:
//
//     context A                             context B
//     quake.magnitude = 6, unsaved          quake.place = "Napa"; saves version 2
//     merges: place is "Napa",
//     magnitude is still 6
//     saves version 3 without a conflict
//
// The invariant: after a merge, the committed state of each object in the change set is the row
// that the source had during the merge, and its unsaved changes are kept unless the row was
// deleted. If a merge and an unsaved change concern the same property, the unsaved value stays, and
// the next save overwrites the merged one. Without a merge the context shows old values, and its
// next save of the object finds a conflict.
//
// An object whose new row cannot be read, by a merge or a refresh, keeps its values, and is
// *outdated*: its row is read again with the context's next event, before the next merge, or when a
// read succeeds (`mergeOutdated`). Its to-many relationships become faults at once.
extension NSManagedObjectContext {
    func mergeSave(_ notification: Notification) {
        let coordinator = coordinator
        var changes = ChangeSet(userInfo: notification.userInfo ?? [:], coordinator: coordinator)
        // What a context of this coordinator has saved was published by its save.
        if (notification.object as? NSManagedObjectContext)?.persistentStoreCoordinator !== coordinator {
            coordinator.recordChangesElsewhere(&changes)
        }
        queue.sync { merge(changes, makesInserted: true) }
    }

    /// Merges changes by another process or a batch request into each of the contexts.
    ///
    /// The dictionary has object IDs, their URIs or objects under `NSInsertedObjectIDsKey`,
    /// `NSUpdatedObjectIDsKey` and `NSDeletedObjectIDsKey`, or under the keys for objects.
    /// Refreshed and invalidated objects count as updated. Ignores IDs that a context's coordinator
    /// does not know. Contexts may be in any order: parents merge before their children, which read
    /// from them.
    public class func mergeChanges(
        fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
        into contexts: [NSManagedObjectContext]
    ) {
        var changesByCoordinator: [ObjectIdentifier: ChangeSet] = [:]
        for context in contexts.sorted(by: { $0.ancestors < $1.ancestors }) {
            let coordinator = context.coordinator
            let changes =
                changesByCoordinator[ObjectIdentifier(coordinator)]
                ?? {
                    var changes = ChangeSet(userInfo: changeNotificationData, coordinator: coordinator)
                    coordinator.recordChangesElsewhere(&changes)
                    return changes
                }()
            changesByCoordinator[ObjectIdentifier(coordinator)] = changes
            context.queue.sync { context.merge(changes, makesInserted: true) }
        }
    }

    /// The number of contexts between this one and the coordinator.
    private var ancestors: Int { parent.map { $0.ancestors + 1 } ?? 0 }

    /// Merges changes into the registered objects and notifies live results, children and
    /// observers.
    ///
    /// Costs one read for each entity with registered objects that changed. Rows without objects
    /// cost nothing. If rows were deleted and the change set does not know relationships, also
    /// passes over all registered objects and reads the rows of possible owners.
    ///
    /// - Parameter makesInserted: Whether to create faults for inserted rows, which the
    ///   notification lists as inserted.
    func merge(_ given: ChangeSet, makesInserted: Bool = false) {
        mergeOutdated()
        advanceGeneration()
        let refreshed = update(given, makesInserted: makesInserted)
        postDidMerge(given, refreshed: refreshed)
        rowsBeforeMerge = [:]
    }

    /// Performs the steps of a merge between the choice of a generation and the did-merge notification.
    /// Returns the objects that were refreshed.
    private func update(_ given: ChangeSet, makesInserted: Bool) -> [NSManagedObject] {
        pullPermanentIDs()
        publishPendingChanges()
        let changes =
            given.knowsRelationships ? given : given.alsoUpdating(referrers(to: given.deleted) + changedOwners(of: given))
        var inserted: Set<NSManagedObject> = []
        var refreshed: [NSManagedObject] = []
        var deleted: Set<NSManagedObject> = []
        var rebased: [NSManagedObject] = []
        // The objects with relationships whose to-many relationships were turned into faults.
        var reread: Set<NSManagedObject> = []
        func recordReading(of object: NSManagedObject) {
            if object.hasRelated { reread.insert(object) }
        }
        func recordDeletion(of object: NSManagedObject) {
            // Observers of an inaccessible object were notified when its fault found no row.
            if object.isInaccessible { markDeletedElsewhere(object) } else { deleted.insert(object) }
        }
        for entity in changes.entities {
            func key(_ rowID: RowID) -> RowKey { RowKey(entity.entity, permanentIDs.current(rowID)) }
            for rowID in entity.deleted {
                if let object = registry[key(rowID)] { recordDeletion(of: object) }
            }
            let objects = (entity.updated + entity.inserted).compactMap { registry[key($0)] }
            if makesInserted {
                for rowID in entity.inserted where registry[key(rowID)] == nil {
                    inserted.insert(object(entity.entity.layout, rowID, row: nil))
                }
            }
            guard !objects.isEmpty else { continue }
            let rowIDs = objects.map(\.rowID)
            let rows = mergedRows(entity.entity.layout, rowIDs)
            rowsBeforeMerge.reserveCapacity(rowsBeforeMerge.count + objects.count)
            refreshed.reserveCapacity(refreshed.count + objects.count)
            for (object, rowID) in zip(objects, rowIDs) {
                guard let row = rows[rowID] else {
                    if failedReads.outdated[object.key] != nil {
                        keepOutdated(object)
                        recordReading(of: object)
                    } else if !object.isInserted {
                        recordDeletion(of: object)
                    }
                    continue
                }
                if !failedReads.outdated.isEmpty { failedReads.outdated[object.key] = nil }
                if !object.isFault, !object.isInaccessible { rowsBeforeMerge[ObjectIdentifier(object)] = object.row }
                if object.isInaccessible {
                    // Another context inserted the row again.
                    restoreInaccessible(object, row)
                    recordReading(of: object)
                } else if object.isFault {
                    object.publisher?.send()
                    object.turnMembersIntoFaults()
                    object.provide(row)
                    recordReading(of: object)
                } else if object.snapshot != nil || object.row?.version != row.version || parent != nil
                    || object.hasOtherDerivedValues(than: row) || object.hasReadOtherEnd(of: entity.relationships[rowID] ?? [])
                {
                    // Neither a parent's unsaved changes nor derived values nor the member changes
                    // of `publishOtherEnds` raise the row's version.
                    rebase(object, on: row)
                    rebased.append(object)
                    recordReading(of: object)
                }
                refreshed.append(object)
            }
        }
        for object in deleted {
            object.publisher?.send()
            markDeletedElsewhere(object)
        }
        let gone = changes.deleted.union(deleted.map(\.reference))
        refreshed += forgetMembers(gone, hasOwners: changes.knowsRelationships)
        refreshed += forgetMembers(takenBy: changes, except: reread)
        let owners = removeAddedMembers(gone)
        // Called after all rows are merged, since overrides may read other objects.
        for object in rebased { object.awake(fromSnapshotEvents: .refresh) }
        notifyLiveResults(changes, removed: deleted)
        mergeIntoChildren(changes.alsoUpdating(owners))
        if !(inserted.isEmpty && refreshed.isEmpty && deleted.isEmpty) {
            postObjectsDidChange([.insertedObjects: inserted, .refreshedObjects: Set(refreshed), .deletedObjects: deleted])
        }
        if !owners.isEmpty { publishPendingChanges() }
        return refreshed
    }

    /// Returns the slots in which a merge may have changed an object, while its notification is being
    /// posted; nil if any may have changed. Contains all to-many relationships.
    package func slotsChangedByMerge(of object: NSManagedObject) -> [Int]? {
        guard let before = rowsBeforeMerge[ObjectIdentifier(object)], let row = object.row, row.layout === before.layout else {
            return nil
        }
        let kinds = row.layout.kinds
        return kinds.indices.filter { kinds[$0].isToMany || kinds[$0] == .fetched || before.values[$0] != row.values[$0] }
    }

    /// Returns the registered objects with a to-one relationship to one of the rows.
    ///
    /// O(registered objects), or O(1) if `rows` is empty.
    private func referrers(to rows: Set<ObjectReference>) -> [NSManagedObject] {
        if rows.isEmpty { return [] }
        return registry.living.filter { object in
            guard let row = object.row, object.mayHaveStoredRow else { return false }
            return object.layout.toOneSlots.contains { slot in
                let original = object.hasOriginal ? object.original?.values[slot] : nil
                return [row.values[slot], object.snapshot?.values[slot], original].contains { value in
                    if case .object(let reference)? = value { rows.contains(reference) } else { false }
                }
            }
        }
    }

    /// Returns the registered objects whose rows have a new version, among those with a to-many
    /// relationship that may have contained one of the deleted rows.
    ///
    /// A batch deletion raises the version of the rows that lose a member. Without the new version,
    /// the next save of the owner would find a conflict. Reads the rows of all possible owners,
    /// mostly from the row cache: if their members were not read, the context cannot tell whose
    /// members were deleted.
    private func changedOwners(of changes: ChangeSet) -> [NSManagedObject] {
        let hierarchies = Set(changes.deleted.map(\.key.hierarchy))
        if hierarchies.isEmpty { return [] }
        let updated = Set(changes.entities.flatMap { entity in entity.updated.map { RowKey(entity.entity, $0) } })
        let owners = registry.living.filter { object in
            guard let row = object.row, row.version > 0, object.mayHaveStoredRow, !updated.contains(object.key) else {
                return false
            }
            return object.layout.toManySlots.contains { slot in
                object.layout.inverseSlot(slot) != nil && hierarchies.contains(object.layout.destination(slot).hierarchy)
            }
        }
        return Dictionary(grouping: owners, by: \.layout).flatMap { layout, owners in
            let stored = mergedRows(layout, owners.map(\.rowID))
            return owners.filter { owner in stored[owner.rowID].map { $0.version != owner.row?.version } ?? false }
        }
    }

    /// Applies changes to live results. Keeps the deleted objects available to them while they
    /// notify their subscribers.
    func notifyLiveResults(_ changes: ChangeSet, removed objects: Set<NSManagedObject>) {
        for object in objects { removedObjects[object.key] = object }
        keepRemovedObjects { follower?.apply(changes) }
    }

    /// Calls `body`, in which live results notify their subscribers, and makes deleted objects
    /// unavailable to them afterwards.
    ///
    /// A subscriber may change the context, which calls this method again. Results can report the
    /// deletions of both changes after that, so the objects stay until the outermost call ends.
    func keepRemovedObjects(during body: () -> Void) {
        removalsInUse += 1
        body()
        removalsInUse -= 1
        if removalsInUse == 0 { removedObjects = [:] }
    }

    /// Reads the live results of the context again, from the generation that it now reads.
    func reopenLiveResults() { follower?.reopen() }

    // MARK: Rows that cannot be read

    /// Returns the rows of registered objects. Those that cannot be read are outdated from then on.
    private func mergedRows(_ layout: EntityLayout, _ rowIDs: [RowID]) -> [RowID: Row] {
        func read(_ rowIDs: [RowID]) throws -> [RowID: Row] {
            try source.rows(layout, rowIDs, maxAge: stalenessInterval)
        }
        // Ignored: one damaged row must not outdate the others. Its own error is recorded.
        if let rows = try? read(rowIDs) { return rows }
        var rows: [RowID: Row] = [:]
        var failures = 0
        for rowID in rowIDs {
            do {
                // A store that cannot be read at all may take long to say so.
                if failures == Self.mostFailures, let error = failedReads.lastError { throw error }
                rows.merge(try read([rowID])) { $1 }
                failures = 0
            } catch {
                failures = min(failures + 1, Self.mostFailures)
                recordFailedRead(error)
                failedReads.outdated[RowKey(layout, rowID)] = layout.entity
            }
        }
        return rows
    }

    /// Records that the present row of an object could not be read. The object keeps its values until
    /// it can be, but not the members of its to-many relationships, which are read on their own.
    func keepOutdated(_ object: NSManagedObject) {
        failedReads.outdated[object.key] = object.entity
        object.turnMembersIntoFaults()
        if object.isFault { object.row = nil }
    }

    /// The number of rows that are tried in turn before the rest of them counts as unreadable, too.
    private static var mostFailures: Int { 4 }

    /// Reads the rows that could not be read when they were merged or refreshed. Live results place them
    /// again even if their objects are no longer in use: they may have computed sections from the
    /// values before. Reads from the generation that the context has: the merge that could not read
    /// them has advanced it, and a refresh does not.
    func mergeOutdated() {
        if failedReads.outdated.isEmpty { return }
        let outdated = failedReads.outdated
        failedReads.outdated = [:]
        var changes = ChangeSet()
        changes.knowsRelationships = false
        var tried = 0
        for (key, entity) in outdated {
            let object = registry[key]
            if object != nil { tried += 1 }
            changes.record(.updated, object?.entity ?? entity, permanentIDs.current(key.rowID))
        }
        let refreshed = update(changes, makesInserted: false)
        if !refreshed.isEmpty { postDidMerge(changes, refreshed: refreshed) }
        rowsBeforeMerge = [:]
        if failedReads.outdated.count < tried { recordRecovery() }
    }
}

extension NSManagedObject {
    /// Returns whether a derived value of a row differs from this object's.
    fileprivate final func hasOtherDerivedValues(than new: Row) -> Bool {
        layout.derivedSlots.contains { row?.values[$0] != new.values[$0] }
    }

    /// Returns whether one of the slots is a many-to-many relationship whose members were read.
    fileprivate final func hasReadOtherEnd(of slots: [Int]) -> Bool {
        slots.contains { layout.manyToManyInverse($0) != nil && related[$0]?.isFault == false }
    }
}

extension ChangeSet {
    /// Creates a change set from the objects, object IDs or URIs in a notification's user info.
    /// Ignores those that the coordinator does not know, and temporary IDs.
    fileprivate init(userInfo: [AnyHashable: Any], coordinator: NSPersistentStoreCoordinator) {
        self.init()
        knowsRelationships = false
        func add(_ objectID: NSManagedObjectID?, _ kind: Kind) {
            if let objectID, !objectID.isTemporaryID { record(kind, objectID.entity, objectID.rowID) }
        }
        func add(_ keys: [String], _ kind: Kind) {
            for key in keys {
                // The notifications of a context have sets. Apps pass arrays, too.
                if let objects = userInfo[key] as? Set<NSManagedObject> {
                    for object in objects { add(coordinator.own(object.objectID), kind) }
                } else if let objectIDs = userInfo[key] as? Set<NSManagedObjectID> {
                    for objectID in objectIDs { add(coordinator.own(objectID), kind) }
                } else if let items = userInfo[key] as? any Sequence {
                    for item in items { add(Self.objectID(of: item, coordinator), kind) }
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
