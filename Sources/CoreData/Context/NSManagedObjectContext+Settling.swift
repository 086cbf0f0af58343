internal import Predicates

// After a save: objects take on what was written, and everybody hears of it.
extension NSManagedObjectContext {
    /// What a save did to the objects of its context.
    private struct Settlement {
        var news: SaveNews
        /// The objects that have no row any more.
        var gone: Set<NSManagedObject> = []
        /// The numbers that new objects got.
        var numbers: [PermanentNumbers.Entry] = []
        /// New objects that became rows which were there before, by their temporary keys; only where live results ask.
        var merged: [RowKey: NSManagedObject] = [:]

        /// Who took which members over, by the numbers that these have now, without those that nobody can have lost: new rows that one owner took.
        func permanent(
            _ takers: [ObjectReference: [NSManagedObject]], _ changes: ChangeSet
        ) -> [ObjectReference: [NSManagedObject]] {
            guard takers.keys.contains(where: { $0.number < 0 }) else { return takers }
            let permanent = Dictionary(numbers.map { ($0.temporary, $0.permanent) }) { $1 }
            let new = Set(changes.entities.flatMap { entity in entity.inserted.map { RowKey(entity.entity, $0) } })
            let known = takers.map { (ObjectReference($0.layout, permanent[$0.number] ?? $0.number), $1) }
            return Dictionary(known.filter { $1.count > 1 || !new.contains($0.key) }, uniquingKeysWith: +)
        }
    }

    /// Makes the objects what the store has now, and tells children, live results and observers.
    func finishSave(_ outcome: SaveOutcome, _ objects: SavedObjects) {
        var settlement = Settlement(news: SaveNews(outcome, objects, unheard: unheard, isSeen: !liveResults.isEmpty))
        let owners = objects.updated.filter(\.hasRelated) + objects.inserted.filter(\.hasRelated)
        let taken = owners.reduce(into: [:]) { $1.addTakenMembers(to: &$0) }
        let discarded = Set(discardInaccessible())
        settle(deleted: objects.deleted, outcome, &settlement)
        settlement.gone.formUnion(discarded)
        settle(updated: objects.updated, outcome, &settlement)
        settle(inserted: objects.inserted, outcome, &settlement)
        settle(membersOf: owners, settlement)
        for (object, update) in zip(objects.updated, outcome.updates) {
            if case .merged = update { object.forgetMembers() }
        }
        let gone = settlement.gone
        forgetMembers(outcome.changes.deleted.union(gone.map(\.reference)), takenBy: settlement.permanent(taken, outcome.changes))
        for object in updated.objects { object.state.remove(.updated) }
        let notified = (inserted: insertedObjects, updated: updatedObjects.subtracting(gone), deleted: deletedObjects)
        let lists = (
            inserted: inserted.objects, updated: updated.objects.filter { !gone.contains($0) }, deleted: deleted.objects
        )
        forgetChanges()
        advanceGeneration()
        let published = source.publish(outcome.changes, savedBy: self)
        if !settlement.numbers.isEmpty, !children.living.isEmpty {
            permanentNumbers.add(settlement.numbers)
            tellChildrenOfNumbers()
        }
        children.merge(published, except: nil)
        mergeOthers(published, except: notified.updated.union(gone))
        departing = settlement.merged
        settlement.news.changes.generation = published.generation
        tellLiveResults(settlement.news.changes, departing: gone)
        postDidSave(
            [.insertedObjects: notified.inserted, .updatedObjects: notified.updated, .deletedObjects: notified.deleted],
            lists: [.insertedObjects: lists.inserted, .updatedObjects: lists.updated, .deletedObjects: lists.deleted])
        for objects in [lists.inserted, lists.updated, lists.deleted] {
            for object in objects where !discarded.contains(object) { object.didSave() }
        }
    }

    private func settle(deleted: [NSManagedObject], _ outcome: SaveOutcome, _ settlement: inout Settlement) {
        for (object, deletion) in zip(deleted, outcome.deletions) {
            switch deletion {
            case .done:
                registry.remove(object.key)
                object.detach(gone: true)
                object.state.remove(.deleted)
                settlement.gone.insert(object)
            case .kept(let row):
                object.state.remove(.deleted)
                object.settle(row)
                object.forgetMembers()
                settlement.news.changes.note(.updated, object.entity, object.number)
            }
        }
    }

    private func settle(updated: [NSManagedObject], _ outcome: SaveOutcome, _ settlement: inout Settlement) {
        for (object, update) in zip(updated, outcome.updates) {
            switch update {
            case .saved(let row):
                settlement.news.note(object, savedAs: row, object.number)
                object.noteLeftDestinations(row, in: &settlement.news.changes)
                object.settle(row)
            case .merged(let row):
                object.publisher?.send()
                object.noteLeftDestinations(row, in: &settlement.news.changes)
                object.settle(row)
            case .gone:
                object.noteLeftDestinations(nil, in: &settlement.news.changes)
                registry.remove(object.key)
                object.detach(gone: true)
                settlement.gone.insert(object)
            }
        }
    }

    private func settle(inserted: [NSManagedObject], _ outcome: SaveOutcome, _ settlement: inout Settlement) {
        let stores = coordinator.stores
        for (object, insertion) in zip(inserted, outcome.insertions) {
            // One whose unique value was taken became a row that was there before.
            let isNew = settlement.news.isNew(object.layout, insertion.number)
            if isNew { settlement.news.note(object, savedAs: insertion.row, insertion.number) }
            guard insertion.number != object.number else {
                object.settle(insertion.row)
                continue
            }
            if !isNew { settlement.merged[object.key] = object }
            settlement.numbers.append(PermanentNumbers.Entry(temporary: object.number, permanent: insertion.number))
            settlement.news.changes.note(object.entity, insertion.number, renamedFrom: object.number)
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
    }

    /// Makes the members of relationships those that were saved, by the numbers that new ones got.
    private func settle(membersOf owners: [NSManagedObject], _ settlement: Settlement) {
        if owners.isEmpty { return }
        let gone = Set(settlement.gone.map(\.reference))
        let permanent = Dictionary(settlement.numbers.map { ($0.temporary, $0.permanent) }) { $1 }
        // In a child, what the parent inserted keeps its temporary number.
        let isChild = parent != nil
        for object in owners {
            for related in object.related.values {
                related.settle(without: gone) { reference in
                    permanent[reference.number].map { ObjectReference(reference.layout, $0) } ?? (isChild ? reference : nil)
                }
            }
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

/// What live results hear of a save: rows under their permanent numbers, temporary ones as gone, and which rows are shown as they are already.
private struct SaveNews {
    var changes: ChangeSet
    private let isSeen: Bool
    /// Objects with values that live results have not heard of.
    private let unheard: Set<NSManagedObject>
    /// The numbers that new objects got, by their temporary ones.
    private var given: [Int64: Int64] = [:]
    private var new: Set<RowKey> = []

    /// - Parameter isSeen: whether there are live results; where not, nothing is looked up.
    init(_ outcome: SaveOutcome, _ objects: SavedObjects, unheard: Set<NSManagedObject>, isSeen: Bool) {
        changes = outcome.changes
        changes.isSettled = true
        self.isSeen = isSeen
        self.unheard = unheard
        guard isSeen else { return }
        for (object, insertion) in zip(objects.inserted, outcome.insertions) { given[object.number] = insertion.number }
        for changes in outcome.changes.entities {
            for number in changes.inserted { new.insert(RowKey(changes.entity, number)) }
        }
    }

    /// Whether a row was not there before the save; true also where nobody asks.
    func isNew(_ layout: EntityLayout, _ number: Int64) -> Bool {
        !isSeen || new.contains(RowKey(layout, number))
    }

    /// Notes that the row of an object is nothing new, where the object has its values already and live results heard of them.
    mutating func note(_ object: NSManagedObject, savedAs row: Row, _ number: Int64) {
        guard isSeen, !unheard.contains(object), object.shows(row, given) else { return }
        changes.note(object.entity, settled: number)
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

    /// Adds this object to those that took members over in relationships without an inverse, of which their former owners are not told.
    fileprivate final func addTakenMembers(to takers: inout [ObjectReference: [NSManagedObject]]) {
        for slot in layout.toManySlots where layout.inverseSlot(slot) == nil {
            guard let related = related[slot], related.isChanged else { continue }
            for reference in related.changes.added { takers[reference, default: []].append(self) }
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
