internal import Foundation

extension NSManagedObjectContext {
    /// Writes all changes in one transaction, or none of them.
    ///
    /// Order: `willSave` of the objects until they stop changing, validation, conflict check, writing, permanent
    /// identifiers, the did-save notification, `didSave`. Throws NSManagedObjectValidationError and kin with the object
    /// and key in the user info, NSManagedObjectMergeError or NSManagedObjectConstraintMergeError with a `conflictList`,
    /// or what the store reports.
    public func save() throws {
        checkQueue("save()")
        guard hasChanges else { return }
        post(.NSManagedObjectContextWillSave, [.sourceContext: self])
        callWillSave()
        try validate()

        let objects = SavedObjects(
            inserted: inserted.objects.inOrder.reversed(),
            updated: (updated.objects.filter {
                (!$0.changedSlots.isEmpty || $0.hasChangedMembers) && !checkedObjects.contains($0)
            }
                + checkedObjects.filter { !$0.isDeleted }).inOrder,
            deleted: deleted.objects.inOrder
        )
        // Values set to what they were leave nothing to write, but the objects are clean again all the same.
        finishSave(objects.isEmpty ? SaveOutcome() : try write(objects), objects)
    }

    /// Has what is above take over the changes. Conflicts are thrown, or given to the merge policy where that is a subclass, and then
    /// the changes are tried again.
    private func write(_ objects: SavedObjects) throws -> SaveOutcome {
        // What is left after a subclass has spoken is settled by its merge type.
        var isLeftToStore = !policy.isSubclass
        while true {
            var request = request(objects)
            request.mergePolicy = isLeftToStore ? NSMergePolicy(merge: policy.mergeType) : .error
            do {
                var outcome = try source.save(request)
                outcome.changes.noteBefore(
                    request.updates.map { ($0.number, $0.read) } + request.deletions.map { ($0.number, $0.read) })
                return outcome
            } catch let conflict as SaveConflict {
                let conflicts = try conflicts(like: conflict, objects)
                guard !isLeftToStore else { throw NSError(conflicts: conflicts) }
                try policy.resolve(mergeConflicts: conflicts)
                for case let version as NSMergeConflict in conflicts {
                    unheard.insert(version.sourceObject)
                    if let stored = version.stored, !version.sourceObject.isDeleted {
                        version.sourceObject.acceptConflicting(stored)
                    } else {
                        isLeftToStore = true
                    }
                }
                if conflicts.contains(where: { $0 is NSConstraintConflict }) { isLeftToStore = true }
            }
        }
    }

    /// Objects may change themselves and each other in `willSave`, so this repeats until nothing changes.
    private func callWillSave() {
        let isSeen = !liveResults.isEmpty
        func call(_ object: NSManagedObject) {
            let before = isSeen ? object.row?.values : nil
            object.willSave()
            guard let before, let now = object.row?.values, !object.state.contains(.unprocessed) else { return }
            if !now.differences(from: before).isEmpty { unheard.insert(object) }
        }
        propagateDeletions()
        processPendingChanges()
        for objects in [inserted.objects, updated.objects, deleted.objects] { objects.forEach(call) }
        for _ in 0..<1_000 {
            let changed = unprocessed.map(\.object)
            if changed.isEmpty { return }
            propagateDeletions()
            processPendingChanges()
            for object in changed where object.hasChanges { call(object) }
        }
        preconditionFailure("willSave() changed objects in each of 1,000 rounds; set a value there only if it differs.")
    }

    private func request(_ objects: SavedObjects) -> SaveRequest {
        SaveRequest(
            deletions: objects.deleted.map {
                SaveRequest.Deletion(layout: $0.layout, number: $0.number, read: $0.committedRow)
            },
            updates: objects.updated.map {
                SaveRequest.Update(
                    layout: $0.layout, number: $0.number, read: $0.committedRow, values: $0.currentRow.values,
                    changed: $0.changedSlots, relationships: $0.changedMemberSlots
                )
            },
            insertions: objects.inserted.map {
                SaveRequest.Insertion(
                    layout: $0.layout, number: $0.number, values: $0.currentRow.values, store: assignedStores[$0.number])
            },
            memberChanges: objects.updated.flatMap(\.memberChanges) + objects.inserted.flatMap(\.memberChanges),
            mergePolicy: policy,
            origin: transactionOrigin
        )
    }

    var transactionOrigin: TransactionOrigin {
        TransactionOrigin(author: transactionAuthor, contextName: name)
    }

    private func finishSave(_ outcome: SaveOutcome, _ objects: SavedObjects) {
        let stores = coordinator.stores
        // What live results have to look at: the rows under their permanent numbers, and the temporary ones as gone.
        var seen = outcome.changes
        seen.isSettled = true
        // What live results know already.
        var given: [Int64: Int64] = [:]
        func noteSettled(_ object: NSManagedObject, _ row: Row, _ number: Int64) {
            if !unheard.contains(object), object.shows(row, given) { seen.note(object.entity, settled: number) }
        }
        let isSeen = !liveResults.isEmpty
        var isNew: Set<RowKey> = []
        if isSeen {
            for (object, insertion) in zip(objects.inserted, outcome.insertions) { given[object.number] = insertion.number }
            for changes in outcome.changes.entities {
                for number in changes.inserted { isNew.insert(RowKey(changes.entity, number)) }
            }
        }
        var gone: Set<NSManagedObject> = []
        for (object, deletion) in zip(objects.deleted, outcome.deletions) {
            switch deletion {
            case .done:
                registry.remove(object.key)
                object.detach(gone: true)
                object.state.remove(.deleted)
                gone.insert(object)
            case .kept(let row):
                object.state.remove(.deleted)
                object.settle(row)
                object.forgetMembers()
                seen.note(.updated, object.entity, object.number)
            }
        }
        for (object, update) in zip(objects.updated, outcome.updates) {
            switch update {
            case .saved(let row):
                if isSeen { noteSettled(object, row, object.number) }
                object.noteLeftDestinations(row, in: &seen)
                object.settle(row)
            case .merged(let row):
                object.publisher?.send()
                object.noteLeftDestinations(row, in: &seen)
                object.settle(row)
            case .gone:
                object.noteLeftDestinations(nil, in: &seen)
                registry.remove(object.key)
                object.detach(gone: true)
                gone.insert(object)
            }
        }
        // Objects with members to settle; those need to know what became of the new ones.
        let owners = objects.updated.filter(\.hasRelated) + objects.inserted.filter(\.hasRelated)
        var saved: [Int64: ObjectReference] = [:]
        // New ones that became rows which were there before, by their temporary numbers.
        var merged: [RowKey: NSManagedObject] = [:]
        var numbers: [PermanentNumbers.Entry] = []
        for (object, insertion) in zip(objects.inserted, outcome.insertions) {
            // One whose unique value was taken became a row that was there before.
            if isSeen, isNew.contains(RowKey(object.layout, insertion.number)) {
                noteSettled(object, insertion.row, insertion.number)
            }
            if !owners.isEmpty { saved[object.number] = ObjectReference(object.layout, insertion.number) }
            guard insertion.number != object.number else {
                object.settle(insertion.row)
                continue
            }
            if isSeen, !isNew.contains(RowKey(object.layout, insertion.number)) { merged[object.key] = object }
            numbers.append(PermanentNumbers.Entry(temporary: object.number, permanent: insertion.number))
            seen.note(object.entity, insertion.number, renamedFrom: object.number)
            registry.remove(object.key)
            object.identify(as: insertion.number, in: stores.store(of: insertion.number)?.reference)
            if let other = registry[object.key] {
                // The unique value belonged to a row that this context has an object for; that object stays the one.
                rebase(other, on: insertion.row)
                noteUnprocessed(other)
                object.detach(gone: false)
                object.row = insertion.row
            } else {
                registry.add(object, as: object.key)
                object.settle(insertion.row)
            }
        }
        let goneKeys = Set(gone.map(\.key))
        for object in owners {
            // In a child, what the parent inserted keeps its temporary number.
            let isChild = parent != nil
            for related in object.related.values {
                related.settle { reference in
                    if goneKeys.contains(reference.key) { return nil }
                    return reference.number > 0 ? reference : saved[reference.number] ?? (isChild ? reference : nil)
                }
            }
        }
        for (object, update) in zip(objects.updated, outcome.updates) {
            if case .merged = update { object.forgetMembers() }
        }
        forgetMembers(outcome.changes.deleted.union(gone.map(\.reference)))
        for object in updated.objects { object.state.remove(.updated) }
        let notified = (inserted: insertedObjects, updated: updatedObjects.subtracting(gone), deleted: deletedObjects)
        let lists = (
            inserted: inserted.objects, updated: updated.objects.filter { !gone.contains($0) }, deleted: deleted.objects
        )
        changing = [:]
        inserted.removeAll()
        updated.removeAll()
        deleted.removeAll()
        checkedObjects = []
        unheard = []
        assignedStores = [:]
        advanceGeneration()
        let published = source.publish(outcome.changes, savedBy: self)
        if !numbers.isEmpty, !children.living.isEmpty {
            permanentNumbers.add(numbers)
            tellChildrenOfNumbers()
        }
        children.merge(published, except: nil)
        seen.generation = published.generation
        mergeOthers(published, except: notified.updated.union(gone))
        departing = merged
        tellLiveResults(seen, departing: gone)
        postDidSave(
            [.insertedObjects: notified.inserted, .updatedObjects: notified.updated, .deletedObjects: notified.deleted],
            lists: [.insertedObjects: lists.inserted, .updatedObjects: lists.updated, .deletedObjects: lists.deleted])
        for objects in [lists.inserted, lists.updated, lists.deleted] {
            for object in objects { object.didSave() }
        }
    }

    /// A row that gave way to a unique value was nobody's deletion here; its object has to go all the same.
    private func mergeOthers(_ changes: ChangeSet, except known: Set<NSManagedObject>) {
        for entity in changes.entities {
            for number in entity.deleted {
                guard let object = registry[RowKey(entity.entity, number)], !known.contains(object) else { continue }
                registry.remove(object.key)
                object.detach(gone: true)
            }
        }
    }
}

extension NSManagedObject {
    /// Whether a row that was saved has the object's values.
    ///
    /// - Parameter given: the numbers that new objects got, by their temporary ones.
    fileprivate final func shows(_ saved: Row, _ given: [Int64: Int64]) -> Bool {
        let values = currentRow.values
        return values.differences(from: saved.values).allSatisfy { slot in
            guard case .object(let reference) = values[slot], case .object(let other) = saved.values[slot] else {
                return layout.properties[slot].isTransient
            }
            return given[reference.number] == other.number
        }
    }
}

extension [NSManagedObject] {
    /// By number. Numbers alone are compared: to count references at each comparison costs more than the sorting.
    fileprivate var inOrder: [NSManagedObject] {
        indices.map { (number: self[$0].number, index: $0) }.sorted { $0.number < $1.number }.map { self[$0.index] }
    }
}

extension NSManagedObject {
    /// The values to save; reads them first where the object is a fault.
    final var currentRow: Row {
        realise()
        guard let row else { preconditionFailure("realise() left the object \(objectID) without values.") }
        return row
    }

    /// The values as last read or saved.
    final var committedRow: Row { snapshot ?? currentRow }

    /// What changed in this object's to-many relationships. An order is known only once all members are.
    fileprivate final var memberChanges: [SaveRequest.MemberChange] {
        changedMemberSlots.map { slot in
            if layout.kinds[slot] == .orderedToMany { _ = members(at: slot) }
            return SaveRequest.MemberChange(layout: layout, number: number, slot: slot, changes: relatedObjects(at: slot).changes)
        }
    }

    /// Takes over a row that somebody else changed, with as much of this object's changes as the policy says.
    final func mergeConflicting(_ stored: Row, _ policy: NSMergePolicyType) {
        let stored = stored.keepingTransients(of: committedRow)
        publisher?.send()
        var update = SaveRequest.Update(
            layout: layout, number: number, read: committedRow, values: currentRow.values, changed: changedSlots,
            relationships: []
        )
        update.settle(stored, policy)
        row?.values = update.values
        snapshot = stored
        awake(fromSnapshotEvents: .mergePolicy)
    }

    /// Makes all that differs from a row somebody else changed a change of this object, unless that was settled.
    fileprivate final func acceptConflicting(_ stored: Row) {
        if committedRow.version != stored.version || managedObjectContext?.parent != nil {
            snapshot = stored.keepingTransients(of: committedRow)
        }
    }

    /// Notes what references led to that the saved row has no longer, in memory or where the object was last read: those objects have a member less.
    ///
    /// Mostly they changed here themselves. Not so where others set the reference meanwhile, or where a conflict did away with it.
    ///
    /// - Parameter saved: what the store has now; nil for nothing.
    fileprivate final func noteLeftDestinations(_ saved: Row?, in changes: inout ChangeSet) {
        for slot in layout.toOneSlots {
            let now = saved?.values[slot]
            for former in [row?.values[slot], snapshot?.values[slot]] where former != now {
                guard case .object(let reference)? = former, reference.number > 0 else { continue }
                changes.note(.updated, reference.layout.entity, reference.number)
            }
        }
    }

    /// Has the members of to-many relationships read anew when they are next looked at.
    fileprivate final func forgetMembers() {
        for related in related.values {
            related.revert()
            related.turnIntoFault()
        }
    }

    /// Takes on what the store now holds.
    fileprivate final func settle(_ row: Row) {
        self.row = row.keepingTransients(of: self.row)
        snapshot = nil
        state.remove([.inserted, .updated])
    }
}
