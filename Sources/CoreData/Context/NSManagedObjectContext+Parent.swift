internal import Foundation
internal import StrataPredicates
internal import Synchronization

// Reads of child contexts, and the exchange of temporary IDs for permanent ones
//
// A child may use an object that its parent inserted, by its temporary ID. When the root context
// saves, the object gets a permanent ID, and every context below must replace the temporary one: in
// registered objects, in references of rows and snapshots, in to-many relationships and in live
// results.
//
// `permanentIDs` keeps the IDs in the order in which they were assigned. A request runs on the
// parent's queue. Its result comes with the entries that the child has not applied yet
// (`ParentContext.ask`), and the child applies them before it uses the result. The invariant: a
// child never knows one object under two IDs at once. After a save, the parent also passes the new
// IDs to its children, so that they do not keep temporary IDs while they are idle.
// Entries that all children have applied are forgotten.
//
// The save of the root may have made a new object an update of a stored row with the same unique
// value. If a child has an object for that row already, that one stays, and the child discards its
// new one.
extension NSManagedObjectContext {
    /// Returns the rows with this context's unsaved changes. Omits rows that are deleted or
    /// missing.
    func currentRows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval = -1) throws -> [RowID: Row] {
        propagateDeletions()
        var rows = Dictionary<RowID, Row>(minimumCapacity: rowIDs.count)
        var others: [RowID: RowID] = [:]
        for rowID in rowIDs {
            let current = permanentIDs.current(rowID)
            guard let object = registry[RowKey(layout, current)], object.row != nil || object.isUnread && object.hasChanges,
                !object.isInaccessible
            else {
                others[current] = rowID
                continue
            }
            // The row of an object with changes is not enough.
            if !object.isDeleted { rows[rowID] = try object.row ?? object.requireRow() }
        }
        guard !others.isEmpty else { return rows }
        for (current, row) in try source.rows(layout, Array(others.keys), maxAge: maxAge) {
            rows[others[current] ?? current] = row
        }
        return rows
    }

    /// Returns a row with the values that its object in this context has, or unchanged if it has
    /// none.
    func current(_ row: IdentifiedRow) -> IdentifiedRow {
        guard let object = registry[RowKey(row.row.layout, row.rowID)], let known = object.row,
            !object.isInaccessible
        else { return row }
        return IdentifiedRow(rowID: row.rowID, row: known)
    }

    /// Returns the members of an object's relationship with this context's unsaved changes.
    func currentMembers(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        propagateDeletions()
        let owner = try throwingFailedReads { related(ObjectReference(layout, permanentIDs.current(rowID))) }
        guard let owner, !owner.isDeleted else { return [] }
        return Array(try owner.requireMembers(at: slot).references)
    }

    /// Returns the IDs of the objects that have unsaved changes of the given properties, or of any
    /// property if `slots` is nil, in this context or its ancestors.
    func changedRowIDs(_ layout: EntityLayout, _ slots: Set<Int>?) -> [RowID] {
        var rowIDs = parentSource?.changedRowIDs(layout, slots) ?? []
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where object.layout.isKind(of: layout) && slots.map(object.isChanged) ?? true {
                rowIDs.append(object.rowID)
            }
        }
        return rowIDs
    }

    // MARK: Permanent IDs

    /// Fetches new permanent IDs from the parent and applies them.
    func pullPermanentIDs() { parentSource?.pullPermanentIDs() }

    /// Applies permanent IDs from the parent to objects and references.
    ///
    /// - Parameter end: The number of entries that the parent had ever added.
    func apply(_ entries: ArraySlice<PermanentIDs.Entry>, upTo end: Int) {
        guard !entries.isEmpty else { return }
        mailbox.permanentIDsPulled.store(end, ordering: .relaxed)
        replaceTemporaryIDs(entries)
    }

    /// Adds permanent IDs for the children to fetch, and forgets older ones that all children have.
    func keepPermanentIDs(_ entries: some Sequence<PermanentIDs.Entry>) {
        let pulled = mailbox.children.living.map { $0.permanentIDsPulled.load(ordering: .relaxed) }
        if !mayNameReplacedIDs { permanentIDs.forget(first: pulled.min() ?? permanentIDs.end) }
        permanentIDs.add(entries)
    }

    /// Replaces temporary IDs by permanent ones in everything that this context holds, and notifies
    /// its children. Objects without changes may name the temporary IDs, too: an ancestor has inserted
    /// what they name.
    private func replaceTemporaryIDs(_ entries: some Sequence<PermanentIDs.Entry>) {
        keepPermanentIDs(entries)
        var new: [NSManagedObject] = []
        for object in registry.living {
            if object.rowID.isTemporary, permanentIDs.current(object.rowID).isPermanent { new.append(object) }
            object.replaceTemporaryReferences(permanentIDs)
        }
        // Of several new objects of one row the first one stays, as in the context that saved.
        if new.contains(where: { !$0.layout.uniqueSlots.isEmpty }) { new.sort { $0.rowID > $1.rowID } }
        let stores = coordinator.stores
        var outdatedMembers: [ObjectReference: Set<Int>] = [:]
        for object in new {
            let rowID = permanentIDs.current(object.rowID)
            registry.remove(object.key)
            object.identify(as: rowID, in: stores.store(of: rowID)?.reference)
            if let known = registry[object.key] {
                for (one, other) in [(object, known), (known, object)] {
                    one.forEachOwner(other.row) { outdatedMembers[$0, default: []].insert($1) }
                }
                discard(object, inFavorOf: known)
            } else {
                registry.add(object, as: object.key)
            }
        }
        forgetMembers(of: outdatedMembers, [])
        follower?.reopenAfterReplacingIDs()
        notifyChildrenOfPermanentIDs()
    }

    /// Discards an object that turned out to be the row of another one, which reads the row again.
    /// Unsaved changes of the discarded object, and its deletion, are lost.
    private func discard(_ object: NSManagedObject, inFavorOf known: NSManagedObject) {
        object.publisher?.send()
        inserted.remove(object)
        updated.remove(object)
        deleted.remove(object)
        forgetDeferredDeletion(of: object)
        unprocessed.removeAll { $0.object === object }
        object.discard()
        object.state.insert(.merged)
        addUnprocessed(known)
        if known.hasChanges || known.isInaccessible { known.turnMembersIntoFaults() } else { known.turnIntoFault(nil) }
    }

    /// Makes the children apply new permanent IDs: immediately if the caller is on their queue,
    /// otherwise later.
    func notifyChildrenOfPermanentIDs() {
        for child in mailbox.children.living { child.applyPermanentIDsSoon(of: self) }
    }
}

extension NSManagedObject {
    /// Replaces temporary IDs by permanent ones in this object's relationships.
    final func replaceTemporaryReferences(_ permanentIDs: PermanentIDs) {
        func current(_ reference: ObjectReference) -> ObjectReference {
            reference.rowID.isTemporary ? ObjectReference(reference.layout, permanentIDs.current(reference.rowID)) : reference
        }
        for slot in layout.toOneSlots {
            if case .object(let reference)? = row?.values[slot], reference.rowID.isTemporary {
                row?.values[slot] = .object(current(reference))
            }
            if case .object(let reference)? = snapshot?.values[slot], reference.rowID.isTemporary {
                snapshot?.values[slot] = .object(current(reference))
            }
            if hasOriginal, case .object(let reference)? = original?.values[slot], reference.rowID.isTemporary {
                original?.values[slot] = .object(current(reference))
            }
        }
        for related in related.values { related.replaceTemporaryIDs(current) }
    }
}
