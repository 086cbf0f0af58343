internal import Foundation
internal import StrataPredicates

/// A copy of a store as a store of another type, which takes its place in the coordinator.
///
/// The rows keep their keys and versions, so that the objects of contexts are those of the copy.
/// They are written as one save with an insertion for each row. A store of an app's own class gets
/// the managed objects, which a context reads from the original.
///
/// No lock is held while the copy is made, since that calls the methods of such a class. At the end,
/// while no write can run, the versions of all rows are compared. If the original has changed, the
/// copy is made again. The comparison holds `changingStores`, also when it executes the requests of
/// an app's incremental store: that must not wait for stores that another thread adds or removes.
struct StoreCopy {
    private let coordinator: NSPersistentStoreCoordinator
    private let old: NSPersistentStore
    private let description: NSPersistentStoreDescription
    private let kind: any StoreKind
    /// The roots of the hierarchies of entities.
    private let roots: [EntityLayout]

    init(
        of old: NSPersistentStore, to description: NSPersistentStoreDescription, for coordinator: NSPersistentStoreCoordinator
    ) throws {
        self.coordinator = coordinator
        self.old = old
        self.description = description
        kind = try StoreKinds.kind(of: description)
        roots = coordinator.managedObjectModel.entities.filter { $0.superentity == nil }.map(\.layout)
            .filter(old.takes).sorted { $0.name < $1.name }
    }

    /// Makes the copy, and replaces the original by it.
    ///
    /// - Throws: NSPersistentStoreOperationError if there is a store at the place of the copy, and if
    ///   the original changes each time while it is copied.
    func replaceOriginal() throws -> NSPersistentStore {
        var isAnnounced = false
        for _ in 0..<8 {
            try checkPlace()
            let new = try NSPersistentStore.open(description, for: coordinator)
            // It gets those of the original.
            coordinator.giveBack(new.keySpace, of: new.uuid, type: new.type)
            do {
                try checkObjects(new)
                let versions = try fill(new)
                if !isAnnounced { coordinator.willRemove(old) }
                isAnnounced = true
                if try exchange(new, versions) {
                    new.didAdd(to: coordinator)
                    return new
                }
                discard(new)
            } catch {
                discard(new)
                throw error
            }
        }
        throw NSError(
            code: NSPersistentStoreOperationError,
            "The store at \(old.url?.path ?? old.uuid) changes all the time, so it was not copied. Try again later.")
    }

    private func checkPlace() throws {
        guard let url = description.url, kind.place(of: url) != .memory else { return }
        // A class of an app's own may have metadata for a place without a store. Whether there is one at
        // a URL of another scheme, only the store knows.
        let isThere = url.isFileURL && FileManager.default.fileExists(atPath: url.path)
        // Ignored: what cannot be read as a store is an error when it is opened.
        guard coordinator.store(at: url) != nil || isThere && (try? kind.metadata(of: description)) != nil else { return }
        throw NSError(
            code: NSPersistentStoreOperationError,
            """
            There is already a store at \(url.isFileURL ? url.path : url.absoluteString), which a copy would replace. Destroy it first, \
            or choose another URL.
            """)
    }

    /// Throws if the original has objects and the copy is a store that executes requests: that has its
    /// own reference objects, and none for the IDs that the objects have.
    private func checkObjects(_ new: NSPersistentStore) throws {
        guard new.executesRequests, try roots.contains(where: { try !rows($0).isEmpty }) else { return }
        throw NSError(
            code: NSPersistentStoreOperationError,
            """
            A store of type '\(new.type)' names its objects itself, so it cannot become a copy of a store that has objects. Add it to a \
            coordinator, and insert the objects in a context.
            """)
    }

    private func discard(_ new: NSPersistentStore) {
        do {
            try new.engine.close()
            // One that executes requests has got no objects, and is not the coordinator's to destroy.
            if kind.place(of: description) != .memory, !new.executesRequests { try kind.destroy(description) }
        } catch {
            CoreDataLog.error(
                "An incomplete copy at \(new.url?.path ?? new.uuid) could not be removed: \(error.localizedDescription)")
        }
    }

    // MARK: Copying

    /// Saves all objects and the metadata to the copy. Returns the versions of the rows.
    private func fill(_ new: NSPersistentStore) throws -> [RowKey: Int64] {
        new.keySpace = old.keySpace
        new.identity.uuid = old.uuid
        new.identity.replaceValues(old.identity.metadata.values.filter { !StoreMetadata.isOwn($0.key) })
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            var (request, versions) = try request()
            request.context = context
            // A store of an app's own class looks for the objects in the context.
            let objects = kind is RegisteredKind ? try fetchObjects(context) : []
            _ = try new.engine.save(request, announce: { _ in }, beforeCommit: nil)
            return withExtendedLifetime(objects) { versions }
        }
    }

    private func fetchObjects(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        try roots.flatMap { root in
            let request = NSFetchRequest<NSManagedObject>(entityName: root.name)
            request.affectedStores = [old]
            request.returnsObjectsAsFaults = false
            return try context.fetch(request)
        }
    }

    private func rows(_ root: EntityLayout) throws -> [IdentifiedRow] {
        try old.engine.fetch(StoreQuery(root, predicate: nil, sortDescriptors: nil))
    }

    private func request() throws -> (request: SaveRequest, versions: [RowKey: Int64]) {
        var request = SaveRequest()
        var versions: [RowKey: Int64] = [:]
        for root in roots {
            let rows = try rows(root)
            for row in rows {
                versions[RowKey(root, row.rowID)] = row.row.version
                request.insertions.append(
                    SaveRequest.Insertion(
                        layout: row.row.layout, rowID: row.rowID, values: row.row.values, store: nil, version: row.row.version))
            }
            for (_, rows) in Dictionary(grouping: rows, by: { ObjectIdentifier($0.row.layout) }) {
                try addMembers(rows[0].row.layout, rows.map(\.rowID), to: &request)
            }
        }
        return (request, versions)
    }

    private func addMembers(_ layout: EntityLayout, _ rowIDs: [RowID], to request: inout SaveRequest) throws {
        for slot in layout.toManySlots where !layout.properties[slot].isTransient {
            let members = try old.engine.members(ofEach: rowIDs, layout, slot)
            for (rowID, members) in members.sorted(by: { $0.key < $1.key }) {
                var changes = RelatedObjects.Changes()
                changes.added = members
                if layout.kinds[slot] == .orderedToMany { changes.order = ContiguousArray(members) }
                changes.moveAll()
                request.memberChanges.append(
                    SaveRequest.MemberChange(layout: layout, rowID: rowID, slot: slot, changes: changes))
            }
        }
    }

    // MARK: Replacing

    /// The original has changed since it was copied.
    private struct Changed: Error {}

    /// Uses the copy in place of the original. Returns false if the original has changed.
    private func exchange(_ new: NSPersistentStore, _ versions: [RowKey: Int64]) throws -> Bool {
        defer { coordinator.changeNotifications.post() }
        return try coordinator.changingStores.withLock {
            _ = try coordinator.own(old)
            do {
                try old.engine.giveWay(.moved) {
                    var current: [RowKey: Int64] = [:]
                    for root in roots { for row in try rows(root) { current[RowKey(root, row.rowID)] = row.row.version } }
                    guard current == versions else { throw Changed() }
                    coordinator.exchange(old, for: new)
                    old.reference.isReplaced(by: new.reference)
                    coordinator.numbers.use(new.keySpace, new.identity.references, of: new.uuid, type: new.type)
                }
            } catch is Changed {
                return false
            }
            coordinator.didExchange(old, for: new)
            return true
        }
    }
}
