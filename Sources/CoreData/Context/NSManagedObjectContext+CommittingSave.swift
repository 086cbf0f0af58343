internal import StrataPredicates

// The second half of a save: applying the outcome to the objects
//
// `finishSave(_:_:)` applies a `SaveOutcome` to the objects and then notifies the rest of the
// process. The order matters:
//
// 1. Deleted objects leave the context. Updated objects get the row as it was stored, which a merge
//    policy may have changed. Inserted objects get their permanent IDs; in a child context, they
//    keep their temporary ones. An inserted object that was merged into an existing row because of
//    a unique value represents that row; if the context already has an object for it, the new
//    object is discarded and the older one stays. Rows that the store deleted because another object
//    has their unique value were not deleted in this context: their objects leave it, too, and the
//    did-save notifications list them as deleted.
// 2. The saved members become the committed state of to-many relationships. A relationship without
//    an inverse becomes a fault if it may have lost a member to another owner, since nothing else
//    would update it. So does one whose members the resolution of a conflict may have changed: the
//    list of an owner to which a merged object belonged, in memory or in the store. Rows that the
//    store has corrected for referential integrity are merged into their objects.
// 3. The lists of changed objects are cleared, and a pinned query generation advances. From here on
//    the context has no changes.
// 4. The source publishes the change set to the row cache and the other contexts. Children get the
//    permanent IDs and then the changes.
// 5. Live results apply the changes under the permanent IDs. Rows whose values they already show
//    are listed in the change set, so that they are not reported as changed again.
// 6. The did-save notifications are posted, and `didSave()` is called.
//
// The invariant: from step 4 on, every observer of the save finds objects with permanent IDs and
// stored rows, and a context without changes. If changes were published earlier, an observer could
// look up a temporary ID that no longer exists, or change objects that are half saved.
extension NSManagedObjectContext {
    /// The effects of a save on the objects of its context.
    private struct SaveEffects {
        var local: LocalSaveChanges
        /// The objects whose rows no longer exist.
        var gone: Set<NSManagedObject> = []
        /// The objects whose deletion the merge policy undid. To observers they are updated.
        var kept: Set<NSManagedObject> = []
        /// The permanent IDs of the inserted objects.
        var permanentIDs: [PermanentIDs.Entry] = []
        /// Inserted objects that became existing rows, by their temporary keys, under which live
        /// results still list them.
        var merged: [RowKey: NSManagedObject] = [:]
        /// The slots of to-many relationships that may have other members in the store than in memory,
        /// by owner.
        var outdatedMembers: [ObjectReference: Set<Int>] = [:]

        /// Whether a store of an app's own class has given a new object another ID than the permanent one
        /// that was obtained before the save. O(inserted objects).
        var hasAdopted: Bool { permanentIDs.contains { $0.temporary.isPermanent } }

        /// Records the owners that have an object as a member, in memory or in the store.
        ///
        /// - Parameter saved: The row as the store has it now; nil if it is deleted.
        mutating func recordOutdatedMembers(ofOwnersOf object: NSManagedObject, _ saved: Row?) {
            object.forEachOwner(saved) { outdatedMembers[$0, default: []].insert($1) }
        }

        /// Returns the new owners by member, under permanent IDs. Omits inserted members that a
        /// single owner claims, which have no previous owner.
        func permanent(
            _ newOwners: [ObjectReference: [NSManagedObject]], _ changes: ChangeSet
        ) -> [ObjectReference: [NSManagedObject]] {
            guard newOwners.keys.contains(where: { $0.rowID.isTemporary }) || hasAdopted else { return newOwners }
            let permanent = Dictionary(permanentIDs.map { ($0.temporary, $0.permanent) }) { $1 }
            let new = Set(changes.entities.flatMap { entity in entity.inserted.map { RowKey(entity.entity, $0) } })
            let known = newOwners.map { (ObjectReference($0.layout, permanent[$0.rowID] ?? $0.rowID), $1) }
            return Dictionary(known.filter { $1.count > 1 || !new.contains($0.key) }, uniquingKeysWith: +)
        }
    }

    /// Applies the outcome of a save to the objects, then notifies other contexts, children, live
    /// results and observers. The order is described above.
    ///
    /// - Parameter isWhole: Whether these are all changes of the context. False if only some of the
    ///   stores were written.
    func finishSave(_ outcome: SaveOutcome, _ objects: SavedObjects, isWhole: Bool = true) {
        var effects = SaveEffects(local: LocalSaveChanges(outcome, objects, unreported: unreported, isSeen: isFollowed))
        effects.outdatedMembers = outcome.outdatedMembers
        let owners = objects.updated.filter(\.hasRelated) + objects.inserted.filter(\.hasRelated)
        let newOwners = owners.reduce(into: [:]) { $1.addClaimedMembers(to: &$0) }
        for owner in owners { forgetOtherEnds(of: owner) }
        let discarded = isWhole ? Set(discardInaccessible()) : []
        commit(deleted: objects.deleted, outcome, &effects)
        effects.gone.formUnion(discarded)
        commit(updated: objects.updated, outcome, &effects)
        commit(inserted: objects.inserted, outcome, &effects)
        let displaced = detachDisplaced(outcome, &effects)
        displacedObjects?.append(contentsOf: displaced)
        replaceTransientReferences(effects.permanentIDs)
        // Objects that have changed in transient properties alone are not written.
        let unwritten = isWhole ? updated.objects.filter { $0.isUpdated && $0.hasRelated } : []
        commit(membersOf: owners + unwritten, effects)
        for (object, update) in zip(objects.updated, outcome.updates) {
            if case .merged = update { object.forgetMembers() }
        }
        forgetMembers(of: effects.outdatedMembers, effects.permanentIDs)
        let alsoUpdated = outcome.alsoUpdated.map { mergeRow($1, of: $0) }
        let gone = effects.gone
        forgetMembers(
            outcome.changes.deleted.union(gone.map(\.reference)), takenBy: effects.permanent(newOwners, outcome.changes))
        for object in updated.objects where isWhole && object.isUpdated {
            // Not written: its values equal the saved ones, except transient values. After a conflict of
            // which it has kept no change, they are those of a newer version.
            if let version = object.snapshot?.version { object.row?.version = version }
            object.snapshot = nil
            object.state.remove(.updated)
        }
        let kept = effects.kept
        let whole = SavedObjects(inserted: inserted.objects, updated: updated.objects, deleted: deleted.objects)
        let saved = isWhole ? whole : objects
        let notified = (
            inserted: (isWhole ? inserted.set : Set(saved.inserted)).subtracting(gone),
            updated: (isWhole ? updated.set : Set(saved.updated)).subtracting(gone).union(kept).union(alsoUpdated),
            deleted: (isWhole ? deleted.set : Set(saved.deleted)).subtracting(kept).union(displaced)
        )
        var lists = (
            inserted: saved.inserted.filter { !gone.contains($0) },
            updated: saved.updated.filter { !gone.contains($0) } + saved.deleted.filter(kept.contains),
            deleted: saved.deleted.filter { !kept.contains($0) }
        )
        lists.deleted += displaced
        if isWhole {
            forgetChanges()
        } else {
            forgetChanges(of: objects)
            let temporary = Set(effects.permanentIDs.map(\.temporary))
            assignedStores = assignedStores.filter { !temporary.contains($0.key) }
        }
        advanceGeneration()
        let published = source.publish(outcome.changes, savedBy: mailbox)
        if !effects.permanentIDs.isEmpty, !mailbox.children.living.isEmpty {
            keepPermanentIDs(effects.permanentIDs)
            notifyChildrenOfPermanentIDs()
        }
        mergeIntoChildren(published)
        removedObjects.merge(effects.merged) { $1 }
        effects.local.changes.revision = published.revision
        notifyLiveResults(effects.local.changes, removed: gone)
        postDidSave(
            [.insertedObjects: notified.inserted, .updatedObjects: notified.updated, .deletedObjects: notified.deleted],
            lists: [
                .insertedObjects: lists.inserted, .updatedObjects: lists.updated + alsoUpdated, .deletedObjects: lists.deleted,
            ])
        for objects in [lists.inserted, lists.updated, lists.deleted] {
            for object in objects where !discarded.contains(object) { object.didSave() }
        }
    }

    /// Turns the inverses of an owner's changed many-to-many relationships into faults, in the
    /// members that it gained or lost, unless they have unsaved changes.
    ///
    /// Usually both ends have the change. An end that was refreshed without merging does not: it
    /// read the members from the store before this save changed them.
    private func forgetOtherEnds(of owner: NSManagedObject) {
        for (slot, related) in owner.related where related.isChanged {
            guard let inverse = owner.layout.manyToManyInverse(slot), !owner.layout.isTransientToMany(slot) else { continue }
            let changes = related.changes
            for reference in changes.added + changes.removed {
                guard let other = registry[reference.key], let members = other.related[inverse], !members.isFault,
                    !members.isChanged
                else { continue }
                other.publisher?.send()
                members.turnIntoFault()
            }
        }
    }

    private func commit(deleted: [NSManagedObject], _ outcome: SaveOutcome, _ effects: inout SaveEffects) {
        for (object, deletion) in zip(deleted, outcome.deletions) {
            switch deletion {
            case .done:
                registry.remove(object.key)
                object.detach(gone: true)
                effects.gone.insert(object)
            case .kept(let row):
                object.state.remove(.deleted)
                effects.recordOutdatedMembers(ofOwnersOf: object, row)
                object.commit(row)
                object.forgetMembers()
                effects.kept.insert(object)
                effects.local.changes.record(.updated, object.entity, object.rowID)
            }
        }
    }

    private func commit(updated: [NSManagedObject], _ outcome: SaveOutcome, _ effects: inout SaveEffects) {
        for (object, update) in zip(updated, outcome.updates) {
            switch update {
            case .saved(let row):
                effects.local.record(object, savedAs: row, object.rowID)
                object.recordPreviousDestinations(row, in: &effects.local.changes)
                object.commit(row)
            case .merged(let row):
                object.publisher?.send()
                object.recordPreviousDestinations(row, in: &effects.local.changes)
                effects.recordOutdatedMembers(ofOwnersOf: object, row)
                object.commit(row)
            case .gone:
                effects.recordOutdatedMembers(ofOwnersOf: object, nil)
                object.recordPreviousDestinations(nil, in: &effects.local.changes)
                registry.remove(object.key)
                object.detach(gone: true)
                effects.gone.insert(object)
            }
        }
    }

    private func commit(inserted: [NSManagedObject], _ outcome: SaveOutcome, _ effects: inout SaveEffects) {
        let stores = coordinator.stores
        let displaced = Set(outcome.displaced.map(\.reference))
        for (object, insertion) in zip(inserted, outcome.insertions) {
            // False for an object that was merged into the row of another because of a unique value.
            let isNew = effects.local.claim(object.layout, insertion.rowID)
            if isNew {
                effects.local.record(object, savedAs: insertion.row, insertion.rowID)
            } else {
                object.state.insert(.merged)
                effects.recordOutdatedMembers(ofOwnersOf: object, insertion.row)
            }
            let isDisplaced = displaced.contains(ObjectReference(object.layout, insertion.rowID))
            guard insertion.rowID != object.rowID else {
                if isDisplaced {
                    registry.remove(object.key)
                    effects.gone.insert(object)
                    object.detach(gone: true)
                } else {
                    object.commit(insertion.row)
                }
                continue
            }
            if !isNew { effects.merged[object.key] = object }
            effects.permanentIDs.append(PermanentIDs.Entry(temporary: object.rowID, permanent: insertion.rowID))
            effects.local.changes.record(object.entity, insertion.rowID, replacing: object.rowID)
            registry.remove(object.key)
            object.identify(as: insertion.rowID, in: stores.store(of: insertion.rowID)?.reference)
            if isDisplaced {
                effects.gone.insert(object)
                object.detach(gone: true)
            } else if let other = registry[object.key] {
                // The context already has an object for the row. That object stays; the new one is
                // discarded.
                effects.recordOutdatedMembers(ofOwnersOf: other, insertion.row)
                rebase(other, on: insertion.row)
                addUnprocessed(other)
                object.discard()
                object.row = insertion.row
            } else {
                registry.add(object, as: object.key)
                object.commit(insertion.row)
            }
        }
    }

    /// Gives the transient to-one relationships of changed objects the permanent IDs of new
    /// destinations. Rows that the store has not written have the temporary ones.
    private func replaceTransientReferences(_ permanentIDs: [PermanentIDs.Entry]) {
        guard !permanentIDs.isEmpty, model.entities.contains(where: { !$0.layout.transientSlots.isEmpty }) else { return }
        let permanent = Dictionary(permanentIDs.map { ($0.temporary, $0.permanent) }) { $1 }
        for object in inserted.objects + updated.objects {
            for slot in object.layout.transientSlots {
                guard case .object(let reference)? = object.row?.values[slot], let rowID = permanent[reference.rowID]
                else { continue }
                object.row?.values[slot] = .object(ObjectReference(reference.layout, rowID))
            }
        }
    }

    /// Makes the current members of to-many relationships their committed state, under permanent
    /// IDs.
    private func commit(membersOf owners: [NSManagedObject], _ effects: SaveEffects) {
        if owners.isEmpty { return }
        let gone = Set(effects.gone.map(\.reference))
        let permanent = Dictionary(effects.permanentIDs.map { ($0.temporary, $0.permanent) }) { $1 }
        // In a child, objects that the parent inserted keep their temporary IDs.
        let isChild = parent != nil
        let hasAdopted = effects.hasAdopted
        for object in owners {
            for related in object.related.values {
                if hasAdopted {
                    related.replaceIDs { reference in
                        permanent[reference.rowID].map { ObjectReference(reference.layout, $0) } ?? reference
                    }
                }
                related.commit(without: gone) { reference in
                    permanent[reference.rowID].map { ObjectReference(reference.layout, $0) } ?? (isChild ? reference : nil)
                }
            }
        }
    }

    /// Detaches the objects whose rows the store deleted in favor of others with the same unique
    /// value, and returns them. They were not marked as deleted in this context, unlike those that
    /// the save has deleted itself.
    ///
    /// Makes an object for a row that has none: observers and live results are notified of it.
    private func detachDisplaced(_ outcome: SaveOutcome, _ effects: inout SaveEffects) -> [NSManagedObject] {
        if outcome.displaced.isEmpty { return [] }
        // No observer knows a row that the save has inserted and deleted.
        let new = Set(outcome.changes.entities.flatMap { entity in entity.inserted.map { RowKey(entity.entity, $0) } })
        let gone = Dictionary(effects.gone.map { ($0.key, $0) }) { first, _ in first }
        return outcome.displaced.filter { !new.contains($0.reference.key) }.map { reference, row in
            let known = registry[reference.key]
            // An updated object whose row is gone has left already.
            if known == nil, let gone = gone[reference.key] { return gone }
            let object = known ?? self.object(reference.layout, reference.rowID, row: row)
            effects.recordOutdatedMembers(ofOwnersOf: object, nil)
            object.recordPreviousDestinations(nil, in: &effects.local.changes)
            registry.remove(object.key)
            object.detach(gone: true)
            updated.remove(object)
            effects.gone.insert(object)
            return object
        }
    }
}

extension NSManagedObject {
    /// Calls `body` with each owner that has this object as a member, in memory or in the store, and
    /// the slot of the owner's relationship.
    ///
    /// - Parameter saved: The row as the store has it now; nil if it is deleted.
    final func forEachOwner(_ saved: Row?, _ body: (ObjectReference, Int) -> Void) {
        for slot in layout.toOneSlots {
            guard let inverse = layout.ownersInverse(slot) else { continue }
            for row in [row, snapshot, original, saved] {
                if case .object(let owner)? = row?.values[slot] { body(owner, inverse) }
            }
        }
    }

    /// Records as updated the objects that this one referred to, in memory or when it was last
    /// read, and that the saved row no longer refers to: each of them has lost a member.
    ///
    /// Usually they are among the changed objects already. They are not if the reference was
    /// changed elsewhere, or if the resolution of a conflict discarded it.
    ///
    /// - Parameter saved: The row as the store has it now; nil if it is deleted.
    fileprivate final func recordPreviousDestinations(_ saved: Row?, in changes: inout ChangeSet) {
        for slot in layout.toOneSlots {
            let now = saved?.values[slot]
            for former in [row?.values[slot], snapshot?.values[slot], original?.values[slot]] where former != now {
                guard case .object(let reference)? = former, reference.rowID.isPermanent else { continue }
                changes.record(.updated, reference.layout.entity, reference.rowID)
            }
        }
    }

    /// Adds this object as the new owner of the members that it gained in relationships without an
    /// inverse. Nothing has removed these members from their previous owners in memory.
    fileprivate final func addClaimedMembers(to newOwners: inout [ObjectReference: [NSManagedObject]]) {
        for slot in layout.toManySlots where layout.inverseSlot(slot) == nil {
            guard let related = related[slot], related.isChanged else { continue }
            for reference in related.changes.added { newOwners[reference, default: []].append(self) }
        }
    }

    /// Discards the changes of to-many relationships and turns them into faults.
    fileprivate final func forgetMembers() {
        for (slot, related) in related where !layout.isTransientToMany(slot) {
            related.revert()
            related.turnIntoFault()
        }
    }

    /// Makes a stored row the committed state of the object.
    fileprivate final func commit(_ row: Row) {
        self.row = row.keepingTransients(of: self.row)
        snapshot = nil
        original = nil
        state.remove([.inserted, .updated])
    }
}
