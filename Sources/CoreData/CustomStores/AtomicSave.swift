internal import Foundation
internal import StrataPredicates

/// One save of an atomic store: makes the nodes follow the managed objects, and then corrects those
/// whose rows the save has stored otherwise, and the relationships of all that it has touched.
final class AtomicSave {
    private var request: SaveRequest
    private let engine: AtomicEngine
    private let journal: NodeJournal
    private let store: NSAtomicStore
    private let context: NSManagedObjectContext?
    /// The nodes of the objects to be deleted.
    private var removed: [RowKey: NSAtomicStoreCacheNode] = [:]
    /// The rows whose nodes have the values that the save stores, unless it finds a conflict.
    private var followed: Set<RowKey> = []
    /// The updated rows that another writer has changed since the object read them.
    private var conflicting: Set<RowKey> = []

    init(_ request: SaveRequest, _ engine: AtomicEngine, _ journal: NodeJournal) {
        self.request = request
        self.engine = engine
        self.journal = journal
        store = engine.store
        context = request.context as? NSManagedObjectContext
    }

    // MARK: Before the transaction

    /// Makes, updates and removes nodes, and returns the request with permanent IDs for all inserted
    /// objects.
    func changeNodes(
        newRowID: (NSManagedObject, EntityLayout, inout Set<RowKey>) throws -> RowID
    ) throws -> SaveRequest {
        let objects = request.insertions.map(object)
        var assigned = AssignedRowIDs(count: objects.count)
        var given: Set<RowKey> = []
        let rowIDs = try zip(request.insertions, objects).map { insertion, object in
            let rowID =
                insertion.rowID.isTemporary
                ? try newRowID(object, insertion.layout, &given) : try knownRowID(insertion, object)
            assigned.assign(insertion, rowID)
            return rowID
        }
        let temporary = objects.map(\.rowID)
        let inserting = Dictionary(zip(request.insertions.map(\.rowID), rowIDs).filter { $0.0.isTemporary }) { $1 }
        store.setInserting(inserting)
        defer {
            store.setInserting([:])
            for (object, rowID) in zip(objects, temporary) where rowID.isTemporary { object.identify(as: rowID, in: nil) }
        }
        for (object, rowID) in zip(objects, rowIDs) where object.rowID.isTemporary {
            object.identify(as: rowID, in: store.reference)
        }
        if !inserting.isEmpty { assign(rowIDs, assigned) }
        findConflicts()
        try copyObjects(objects, rowIDs)
        removeNodes()
        return request
    }

    /// Returns the managed object of an insertion; for a row of a batch request, an object that is in
    /// no context.
    private func object(_ insertion: SaveRequest.Insertion) -> NSManagedObject {
        if let object = context?.registry[RowKey(insertion.layout, insertion.rowID)] { return object }
        let object = insertion.layout.managedObjectClass.init(entity: insertion.layout.entity, insertInto: nil)
        object.row = Row(layout: insertion.layout, values: insertion.values, version: 0)
        object.identify(as: insertion.rowID, in: nil)
        return object
    }

    /// Returns the permanent ID that an object has already. If that comes from another store, which
    /// this one becomes a copy of, the object gets a reference object.
    private func knownRowID(_ insertion: SaveRequest.Insertion, _ object: NSManagedObject) throws -> RowID {
        let key = KeySpace.primaryKey(in: insertion.rowID)
        guard store.references.object(of: key, insertion.layout) == nil else { return insertion.rowID }
        let reference = store.newReferenceObject(for: object)
        guard !store.references.isKnown(reference, insertion.layout) else {
            throw NSError(
                code: NSPersistentStoreSaveError,
                """
                newReferenceObject(for:) of \(Swift.type(of: store)) returned \(reference) for two objects of '\(insertion.layout.name)'. \
                Return one that no object has.
                """)
        }
        store.references.assign(reference, insertion.layout, to: key)
        return insertion.rowID
    }

    /// Replaces temporary IDs in the request.
    private func assign(_ rowIDs: [RowID], _ assigned: AssignedRowIDs) {
        func current(_ reference: ObjectReference) -> ObjectReference {
            ObjectReference(reference.layout, assigned[reference.rowID] ?? reference.rowID)
        }
        request.insertions = zip(request.insertions, rowIDs).map { insertion, rowID in
            SaveRequest.Insertion(
                layout: insertion.layout, rowID: rowID, values: assigned.resolved(insertion.values, insertion.layout),
                store: insertion.store, version: insertion.version)
        }
        request.updates = request.updates.map(assigned.resolved)
        request.memberChanges = request.memberChanges.map { change in
            var changes = change.changes
            changes.added = changes.added.map(current)
            changes.removed = changes.removed.map(current)
            changes.order = changes.order.map { ContiguousArray($0.map(current)) }
            return SaveRequest.MemberChange(
                layout: change.layout, rowID: assigned[change.rowID] ?? change.rowID, slot: change.slot, changes: changes)
        }
    }

    /// Finds the updated objects whose rows have another version than they have read.
    private func findConflicts() {
        guard request.mergePolicy.mergeType != .errorMergePolicyType else { return }
        for (layout, updates) in Dictionary(grouping: request.updates, by: { ObjectIdentifier($0.layout) }).values
            .map({ ($0[0].layout, $0) })
        {
            // Ignored: if the rows cannot be read, all of them count as changed.
            let stored = (try? engine.rows.rows(layout, updates.map(\.rowID))) ?? [:]
            for update in updates where stored[update.rowID]?.version != update.read.version || !layout.uniqueSlots.isEmpty {
                conflicting.insert(RowKey(layout, update.rowID))
            }
        }
    }

    /// Makes and updates the nodes. Throws if the context could not read something that they have, since
    /// that has looked empty.
    private func copyObjects(_ objects: [NSManagedObject], _ rowIDs: [RowID]) throws {
        func copy() throws {
            try makeNodes(objects, rowIDs)
            updateNodes()
        }
        if let context { try context.throwingFailedReads(copy) } else { try copy() }
    }

    private func makeNodes(_ objects: [NSManagedObject], _ rowIDs: [RowID]) throws {
        // All of them before the app's code, which may add the nodes of other new objects.
        for (object, rowID) in zip(objects, rowIDs) where store.node(object.layout, rowID) != nil {
            // Its ID was obtained before another object with the same reference object was saved.
            throw NSError(
                code: NSPersistentStoreSaveError,
                "The store has another object with the ID of a new one, \(store.identifier(object.layout, rowID)).")
        }
        // The rows that another writer has deleted, and the policy inserts again.
        if request.mergePolicy.replacesStoredRow {
            for update in request.updates where store.node(update.layout, update.rowID) == nil {
                guard let object = context?.registry[RowKey(update.layout, update.rowID)] else { continue }
                _ = addNode(object, update.rowID)
            }
        }
        var nodes: [NSAtomicStoreCacheNode] = []
        for (object, rowID) in zip(objects, rowIDs) {
            nodes.append(addNode(object, rowID))
            followed.insert(RowKey(object.layout, rowID))
        }
        // A relationship to an object whose node was made later leads to its ID so far, or nowhere.
        for (object, node) in zip(objects, nodes) {
            for slot in object.layout.kinds.indices
            where object.layout.kinds[slot].isRelationship && object.layout.isInNodes(slot) {
                let members = object.references(at: slot)
                if members.contains(where: { followed.contains(RowKey($0.layout, store.currentRowID($0.rowID))) }) {
                    store.copyMembers(of: object, at: slot, to: node)
                }
            }
        }
    }

    /// Makes the node of an object.
    private func addNode(_ object: NSManagedObject, _ rowID: RowID) -> NSAtomicStoreCacheNode {
        let node = store.newCacheNode(for: object)
        let id = store.identifier(object.layout, rowID)
        if node.objectID != id || node.objectID.reference !== store.reference { node.identify(as: id) }
        journal.add(node)
        return node
    }

    private func updateNodes() {
        for update in request.updates {
            let key = RowKey(update.layout, update.rowID)
            guard let object = context?.registry[key], let node = store.node(update.layout, update.rowID) else { continue }
            journal.willChange(node)
            store.updateCacheNode(node, from: object)
            if !conflicting.contains(key) { followed.insert(key) }
        }
    }

    private func removeNodes() {
        for deletion in request.deletions {
            guard let node = store.node(deletion.layout, deletion.rowID) else { continue }
            removed[RowKey(deletion.layout, deletion.rowID)] = node
            journal.remove(node)
        }
        if !removed.isEmpty { store.willRemoveCacheNodes(Set(removed.values)) }
    }

    // MARK: Before the commit

    /// Corrects the nodes of rows that the save has stored otherwise than the objects had them. Called
    /// inside the transaction, after all rows were written.
    func correctNodes() throws {
        guard let changes = journal.announced else { return }
        let correction = NodeCorrection(store: store, rows: engine.rows, journal: journal)
        var deleted: [(layout: EntityLayout, rowID: RowID)] = []
        var done: Set<RowKey> = []
        for changes in changes.entities {
            let layout = changes.entity.layout
            for rowID in changes.deleted {
                if removed.removeValue(forKey: RowKey(layout, rowID)) == nil { deleted.append((layout, rowID)) }
            }
            done.formUnion(changes.inserted.map { RowKey(layout, $0) })
        }
        correction.remove(deleted)
        // Rows whose deletion the merge policy has not allowed, unless they were gone already.
        for node in removed.values {
            let id = node.objectID
            if try engine.rows.rows(id.entity.layout, [id.rowID])[id.rowID] != nil {
                journal.restore(node)
                try correction.correct(id.entity.layout, [id.rowID])
            }
        }
        // Insertions that became the existing row with their unique value.
        for insertion in request.insertions where !done.contains(RowKey(insertion.layout, insertion.rowID)) {
            store.node(insertion.layout, insertion.rowID).map(journal.remove)
        }
        for changes in changes.entities {
            let layout = changes.entity.layout
            let isComputed = layout.kinds.indices.contains(where: layout.isDerived)
            // Rows that have the values of an object that was inserted later.
            let taken = changes.updated.isEmpty ? [] : Set(changes.inserted).intersection(changes.updated)
            try correction.correct(
                layout,
                (changes.inserted + changes.updated).filter {
                    isComputed || taken.contains($0) || !followed.contains(RowKey(layout, $0))
                })
        }
        for (layout, updates) in Dictionary(grouping: request.updates, by: { ObjectIdentifier($0.layout) }).values
            .map({ ($0[0].layout, $0) })
        {
            try correction.correct(layout, updates.map(\.rowID).filter { conflicting.contains(RowKey(layout, $0)) })
        }
        try correction.correctRelationships()
    }
}
