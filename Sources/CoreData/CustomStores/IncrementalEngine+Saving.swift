internal import Foundation
internal import StrataPredicates

extension IncrementalEngine {
    // MARK: IDs

    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        let method = "obtainPermanentIDs(for:)"
        let objects = objects.compactMap { $0 as? NSManagedObject }
        let objectIDs = try call { try $0.obtainPermanentIDs(for: objects) }
        guard objectIDs.count == layouts.count else {
            throw unfit(method, "It was called with \(layouts.count) objects, and returned \(objectIDs.count) IDs.")
        }
        var seen: Set<RowID> = []
        return try zip(layouts, objectIDs).enumerated().map { index, pair in
            let (layout, objectID) = pair
            let reference = try reference(objectID, of: layout, method, "The result for a new '\(layout.name)'")
            let isTaken = objects[index].managedObjectContext?.registry[RowKey(layout, reference.rowID)] != nil
            guard !isTaken, seen.insert(reference.rowID).inserted else {
                throw unfit(method, "\(objectID.uriRepresentation()) is the ID of another object.")
            }
            return reference.rowID
        }
    }

    // MARK: Saves

    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?) throws -> SaveOutcome {
        if let readOnlyReason {
            throw NSError(code: NSPersistentStoreSaveError, "The store \(identity.uuid) cannot be written: \(readOnlyReason).")
        }
        guard let context = request.context as? NSManagedObjectContext else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "A store of type '\(type)' is written by saves of contexts only.")
        }
        // The store has no transaction that could be rolled back, so that it is written at the end.
        try beforeCommit?()
        // Another save must not come between the comparison of versions and the new ones.
        return try call { try write(request, context, $0, announce) }
    }

    private func write(
        _ request: SaveRequest, _ context: NSManagedObjectContext, _ store: NSIncrementalStore, _ announce: (ChangeSet) -> Void
    ) throws -> SaveOutcome {
        var save = ObjectsToSave(context)
        var outcome = SaveOutcome()
        for (index, deletion) in request.deletions.enumerated() {
            outcome.deletions.append(try outcomeBefore(deletion, index, request.mergePolicy, &save))
        }
        // The rows before the save; nil for one that is gone.
        var accepted: [SaveRequest.Update?] = []
        for (index, update) in request.updates.enumerated() {
            accepted.append(try isGone(update, index, request.mergePolicy) ? nil : update)
            let isLocked = update.changed.isEmpty && update.relationships.isEmpty
            if accepted[index] != nil { try save.add(isLocked ? \.locked : \.updated, update.layout, update.rowID) }
        }
        for insertion in request.insertions { try save.add(\.inserted, insertion.layout, insertion.rowID) }

        // Those of a save that has failed.
        _ = store.takeAdopted()
        // Without objects it is a request to save the metadata.
        if let changes = save.request(orEmpty: identity.isEdited) {
            let metadata = identity.unsaved
            // What could not be read has looked empty to the store.
            _ = try context.throwingFailedReads { try store.execute(changes, with: context) }
            if let metadata { identity.didSave(revision: metadata.revision) }
        }
        finish(request, accepted, store.takeAdopted(), &outcome)
        announce(outcome.changes)
        return outcome
    }

    /// The managed objects of a save, found by their rows.
    private struct ObjectsToSave {
        private let context: NSManagedObjectContext
        var inserted: Set<NSManagedObject> = []
        var updated: Set<NSManagedObject> = []
        var deleted: Set<NSManagedObject> = []
        var locked: Set<NSManagedObject> = []

        init(_ context: NSManagedObjectContext) {
            self.context = context
        }

        mutating func add(_ list: WritableKeyPath<Self, Set<NSManagedObject>>, _ layout: EntityLayout, _ rowID: RowID) throws {
            guard let object = context.registry[RowKey(layout, rowID)] else {
                throw NSError(
                    code: NSManagedObjectReferentialIntegrityError,
                    "The context has no object for \(NSManagedObjectID.uri(layout.name, rowID, "")), which it saves.")
            }
            self[keyPath: list].insert(object)
        }

        /// Returns the request to execute; nil if there are no objects, unless it may be empty.
        func request(orEmpty mayBeEmpty: Bool) -> NSSaveChangesRequest? {
            func given(_ objects: Set<NSManagedObject>) -> Set<NSManagedObject>? { objects.isEmpty ? nil : objects }
            if !mayBeEmpty, [inserted, updated, deleted, locked].allSatisfy(\.isEmpty) { return nil }
            return NSSaveChangesRequest(
                inserted: given(inserted), updated: given(updated), deleted: given(deleted), locked: given(locked))
        }
    }

    // MARK: Conflicts

    /// Throws the first conflict of a save, unless the policy accepts it.
    func findConflicts(_ request: SaveRequest) throws {
        try call { _ in
            for (index, deletion) in request.deletions.enumerated() {
                _ = try resolved(deletion, index, request.mergePolicy)
            }
            for (index, update) in request.updates.enumerated() { _ = try isGone(update, index, request.mergePolicy) }
        }
    }

    /// Whether a row has changed since an object read it, as far as reads of other contexts show.
    private func hasChanged(_ rowID: RowID, since read: Row) -> Bool {
        guard read.version > 0 else { return false }
        if let version = versions[rowID] { return version != read.version }
        return identity.references?.hasForgotten(KeySpace.primaryKey(in: rowID), read.layout) == true
    }

    /// Adds the object of a deletion to a save. Returns the deletion's outcome if the save succeeds.
    private func outcomeBefore(
        _ deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy, _ save: inout ObjectsToSave
    ) throws -> SaveOutcome.Deletion {
        if let outcome = try resolved(deletion, index, policy) { return outcome }
        try save.add(\.deleted, deletion.layout, deletion.rowID)
        return .done
    }

    /// Returns the outcome of a deletion that the store does not execute, because the policy keeps the
    /// changed row or the row is gone. Throws another conflict.
    private func resolved(
        _ deletion: SaveRequest.Deletion, _ index: Int, _ policy: NSMergePolicy
    ) throws -> SaveOutcome.Deletion? {
        guard hasChanged(deletion.rowID, since: deletion.read) else { return nil }
        let stored = try row(deletion.layout, deletion.rowID)
        // Another writer deleted the row, which is the requested result.
        guard let stored else { return .done }
        if policy.mergeType == .errorMergePolicyType { throw SaveConflict.deletion(index, stored: stored) }
        return policy.replacesStoredRow ? nil : .kept(stored)
    }

    /// Whether an updated row was deleted and the policy accepts that. Throws for other conflicts,
    /// which the context resolves before it saves again.
    private func isGone(_ update: SaveRequest.Update, _ index: Int, _ policy: NSMergePolicy) throws -> Bool {
        guard hasChanged(update.rowID, since: update.read) else { return false }
        let stored = try row(update.layout, update.rowID)
        // Reading it may have shown that it is the same after all.
        if stored != nil, !hasChanged(update.rowID, since: update.read) { return false }
        if stored == nil, policy.mergeType != .errorMergePolicyType { return !policy.replacesStoredRow }
        throw SaveConflict.update(index, stored: stored)
    }

    // MARK: Outcome

    /// Records what a save has written.
    ///
    /// - Parameter adopted: The existing rows that new objects turned out to be, by their row IDs.
    private func finish(
        _ request: SaveRequest, _ accepted: [SaveRequest.Update?], _ adopted: [RowID: RowID], _ outcome: inout SaveOutcome
    ) {
        var changes: [EntityLayout: ChangeSet.Entity] = [:]
        func record(_ layout: EntityLayout, _ body: (inout ChangeSet.Entity) -> Void) {
            body(&changes[layout, default: ChangeSet.Entity(entity: layout.entity)])
        }
        for (deletion, result) in zip(request.deletions, outcome.deletions) {
            switch result {
            case .done:
                versions.delete(deletion.rowID)
                record(deletion.layout) { $0.deleted.append(deletion.rowID) }
            case .kept: record(deletion.layout) { $0.updated.append(deletion.rowID) }
            }
        }
        for (update, accepted) in zip(request.updates, accepted) {
            guard let accepted else {
                outcome.updates.append(.gone)
                record(update.layout) { $0.deleted.append(update.rowID) }
                continue
            }
            if accepted.changed.isEmpty, accepted.relationships.isEmpty {
                outcome.updates.append(.saved(accepted.read))
                continue
            }
            outcome.updates.append(.saved(savedRow(accepted.layout, accepted.rowID, accepted.values, adopted)))
            record(accepted.layout) { entity in
                entity.updated.append(accepted.rowID)
                let slots = accepted.changed.filter { accepted.layout.kinds[$0].isRelationship } + accepted.relationships
                entity.record(relationships: slots, of: accepted.rowID)
            }
        }
        for insertion in request.insertions {
            let existing = adopted[insertion.rowID]
            let rowID = existing ?? insertion.rowID
            outcome.insertions.append((rowID, savedRow(insertion.layout, rowID, insertion.values, adopted)))
            record(insertion.layout) { entity in
                guard existing != nil else { return entity.inserted.append(rowID) }
                entity.updated.append(rowID)
                entity.record(relationships: insertion.layout.toOneSlots + insertion.layout.toManySlots, of: rowID)
            }
        }
        for entity in changes.values { outcome.changes.add(entity) }
    }

    /// Returns a row as it was saved. References to objects that are not saved are nil.
    private func savedRow(
        _ layout: EntityLayout, _ rowID: RowID, _ values: RowValues, _ adopted: [RowID: RowID]
    ) -> Row {
        var values = values
        for slot in layout.toOneSlots {
            guard case .object(let reference) = values[slot] else { continue }
            if reference.rowID.isTemporary {
                values[slot] = .null
            } else if let existing = adopted[reference.rowID] {
                values[slot] = .object(ObjectReference(reference.layout, existing))
            }
        }
        return Row(layout: layout, values: values, version: versions.row(savedAs: rowID))
    }
}
