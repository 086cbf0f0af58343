internal import Foundation
internal import Traps

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
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
        callWillSave()
        try validate()

        let objects = SavedObjects(
            inserted: inserted.objects.inOrder.reversed(),
            updated: (updated.objects.filter {
                (!$0.changedSlots.isEmpty || $0.hasChangedMembers) && !checkedObjects.contains($0)
            }
                + checkedObjects.filter { !$0.isDeleted }).inOrder,
            deleted: deleted.objects.filter { !$0.isInaccessible }.inOrder
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
            // An object without values has nothing to do before a save.
            if object.isInaccessible { return }
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
        trap("willSave() changed objects in each of 1,000 rounds; set a value there only if it differs.")
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
        guard let row else { trap("realise() left the object \(objectID) without values.") }
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
}
