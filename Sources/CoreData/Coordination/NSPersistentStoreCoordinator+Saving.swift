internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension NSPersistentStoreCoordinator {
    /// Writes a context's changes, in one transaction for each store that has changes.
    ///
    /// - Throws: `IncompleteSave` if only some of the stores were written.
    func save(_ request: SaveRequest) throws -> SaveOutcome {
        let stores = try requireStores()
        if stores.stores.count == 1, let store = stores.stores.first, store.isWholeModel, store.keySpace == .first,
            !store.isReadOnly
        {
            return try store.engine.save(request, announce: announce, beforeCommit: nil)
        }
        let divided = try DividedRequest(request, among: stores)
        if divided.parts.isEmpty { return SaveOutcome() }
        var conflict: SaveConflict?
        do {
            try findConflicts(divided)
            let (outcomes, failure) = try StoreGroup(stores: divided.parts.map(\.store)).write { store, beforeCommit in
                guard let part = divided.part(of: store) else { trap("The save request has no part for the store.") }
                do {
                    return try store.engine.save(part.request, announce: announce, beforeCommit: beforeCommit)
                } catch let error as SaveConflict where conflict == nil {
                    conflict = part.inWhole(error)
                    throw error
                }
            }
            if let failure { throw divided.incomplete(outcomes, failure) }
            return divided.joined(outcomes)
        } catch let error as SaveConflict {
            throw conflict ?? error
        }
    }

    /// Writes the metadata that apps have changed since they were last written, if there are any. Stores
    /// that are read-only keep theirs.
    ///
    /// - Parameter request: A request without objects.
    func saveMetadata(_ request: SaveRequest) throws {
        guard hasEditedMetadata else { return }
        // Before the look, so that none of a later edit is lost.
        hasEditedMetadata = false
        let edited = stores.stores.filter { $0.identity.isEdited && !$0.isReadOnly }
        if edited.isEmpty { return }
        do {
            let (_, failure) = try StoreGroup(stores: edited).write { store, beforeCommit in
                let revision = store.identity.unsaved?.revision
                _ = try store.engine.save(request, announce: { _ in }, beforeCommit: beforeCommit)
                if let revision { store.identity.didSave(revision: revision) }
            }
            if let failure { throw failure }
        } catch {
            hasEditedMetadata = true
            throw error
        }
        settleExternalChanges()
    }

    /// Throws the first conflict of the stores that execute requests. After it is resolved, the save
    /// begins again, so that no such store may have been written before.
    private func findConflicts(_ divided: DividedRequest) throws {
        guard divided.parts.count(where: \.store.executesRequests) > 1 else { return }
        for part in divided.parts {
            do {
                try part.store.engine.findConflicts(part.request)
            } catch let error as SaveConflict {
                throw part.inWhole(error)
            }
        }
    }
}

/// A save that has written some of the stores, of which one cannot be rolled back.
struct IncompleteSave: Error {
    /// The error for the app.
    let error: NSError
    /// The outcome of what was written. Its parts are those of the request with these indices.
    let outcome: SaveOutcome
    let deletions: [Int]
    let updates: [Int]
    let insertions: [Int]
}

extension NSPersistentStoreCoordinator {
    /// Writes the changes of a batch request to all of the stores or none, and publishes them.
    func change(
        _ stores: [NSPersistentStore], _ body: (NSPersistentStore, _ beforeCommit: (() throws -> Void)?) throws -> ChangeSet
    ) throws -> ChangeSet {
        let (outcomes, failure) = try StoreGroup(stores: stores).write(body)
        let changes = publish(outcomes.values.reduce(into: ChangeSet()) { $0.formUnion($1) }, savedBy: nil)
        if let failure { throw failure }
        return changes
    }
}

/// A save request divided into one part for each store. It joins the outcomes of its parts again.
private struct DividedRequest {
    struct Part {
        let store: NSPersistentStore
        var request: SaveRequest
        // The indices of the part's deletions, updates and insertions in the whole request.
        var deletions: [Int] = []
        var updates: [Int] = []
        var insertions: [Int] = []
    }

    private(set) var parts: [Part] = []
    private let whole: SaveRequest
    private let stores: StoreGroup
    /// The stores of new objects, by temporary ID.
    private var homes: [RowID: NSPersistentStore] = [:]

    init(_ request: SaveRequest, among stores: StoreGroup) throws {
        whole = request
        self.stores = stores
        for insertion in request.insertions {
            homes[insertion.rowID] = try home(of: insertion)
        }
        for (index, deletion) in request.deletions.enumerated() {
            let part = try part(of: deletion.rowID, deletion.layout)
            parts[part].deletions.append(index)
            parts[part].request.deletions.append(deletion)
        }
        for (index, update) in request.updates.enumerated() {
            let part = try part(of: update.rowID, update.layout)
            for slot in update.layout.toOneSlots where update.changed.contains(slot) {
                guard case .object(let reference) = update.values[slot] else { continue }
                try check(reference, parts[part].store, update.layout, update.rowID, slot)
            }
            parts[part].updates.append(index)
            parts[part].request.updates.append(update)
        }
        for (index, insertion) in request.insertions.enumerated() {
            let part = try part(of: insertion.rowID, insertion.layout)
            for slot in insertion.layout.toOneSlots {
                guard case .object(let reference) = insertion.values[slot] else { continue }
                try check(reference, parts[part].store, insertion.layout, insertion.rowID, slot)
            }
            parts[part].insertions.append(index)
            parts[part].request.insertions.append(insertion)
        }
        for change in request.memberChanges {
            let part = try part(of: change.rowID, change.layout)
            for reference in change.changes.added {
                try check(reference, parts[part].store, change.layout, change.rowID, change.slot)
            }
            parts[part].request.memberChanges.append(change)
        }
    }

    func part(of store: NSPersistentStore) -> Part? { parts.first { $0.store === store } }

    // MARK: Dividing

    private func home(of insertion: SaveRequest.Insertion) throws -> NSPersistentStore? {
        if insertion.rowID.isPermanent { return stores.store(of: insertion.rowID) }
        if let assigned = insertion.store { return stores.stores.first { $0.reference === assigned } }
        return stores.defaultStore(insertion.layout)
    }

    private func store(of rowID: RowID) -> NSPersistentStore? { homes[rowID] ?? stores.store(of: rowID) }

    private mutating func part(of rowID: RowID, _ layout: EntityLayout) throws -> Int {
        guard let store = store(of: rowID), store.takes(layout) else {
            throw NSError(
                code: NSPersistentStoreIncompatibleSchemaError,
                """
                No store of the coordinator takes the \(layout.name) \(uri(layout, rowID)). Add a store whose configuration has \
                the entity '\(layout.name)'.
                """)
        }
        if let index = parts.firstIndex(where: { $0.store === store }) { return index }
        parts.append(
            Part(store: store, request: SaveRequest(mergePolicy: whole.mergePolicy, origin: whole.origin, context: whole.context))
        )
        return parts.count - 1
    }

    /// Throws NSManagedObjectExternalRelationshipError for a reference to an object in another
    /// store. Accepts references to objects that are not saved, which the store writes as nil.
    private func check(
        _ reference: ObjectReference, _ store: NSPersistentStore, _ layout: EntityLayout, _ rowID: RowID, _ slot: Int
    ) throws {
        guard let other = self.store(of: reference.rowID), other !== store else { return }
        throw NSError(
            code: NSManagedObjectExternalRelationshipError,
            """
            '\(layout.names[slot])' of \(uri(layout, rowID)) refers to \(uri(reference.layout, reference.rowID)), which \
            is in another store, \(other.url?.path ?? other.uuid). A relationship cannot cross stores: assign both objects to \
            one store, or store an attribute that identifies the other and use a fetched property.
            """,
            [NSValidationKeyErrorKey: layout.names[slot], NSAffectedStoresErrorKey: [store, other]])
    }

    private func uri(_ layout: EntityLayout, _ rowID: RowID) -> String {
        NSManagedObjectID.uri(layout.name, rowID, stores.store(of: rowID)?.uuid ?? "")
    }

    // MARK: Joining

    func incomplete(_ outcomes: [ObjectIdentifier: SaveOutcome], _ error: NSError) -> IncompleteSave {
        let written = parts.filter { outcomes[ObjectIdentifier($0.store)] != nil }
        return IncompleteSave(
            error: error, outcome: joined(outcomes), deletions: written.flatMap(\.deletions).sorted(),
            updates: written.flatMap(\.updates).sorted(), insertions: written.flatMap(\.insertions).sorted())
    }

    func joined(_ outcomes: [ObjectIdentifier: SaveOutcome]) -> SaveOutcome {
        var deletions: [Int: SaveOutcome.Deletion] = [:]
        var updates: [Int: SaveOutcome.Update] = [:]
        var insertions: [Int: (rowID: RowID, row: Row)] = [:]
        var joined = SaveOutcome()
        for part in parts {
            guard let outcome = outcomes[ObjectIdentifier(part.store)] else { continue }
            for (index, deletion) in zip(part.deletions, outcome.deletions) { deletions[index] = deletion }
            for (index, update) in zip(part.updates, outcome.updates) { updates[index] = update }
            for (index, insertion) in zip(part.insertions, outcome.insertions) { insertions[index] = insertion }
            joined.displaced += outcome.displaced
            joined.alsoUpdated += outcome.alsoUpdated
            joined.outdatedMembers.merge(outcome.outdatedMembers) { $0.union($1) }
            joined.changes.formUnion(outcome.changes)
        }
        joined.deletions = whole.deletions.indices.compactMap { deletions[$0] }
        joined.updates = whole.updates.indices.compactMap { updates[$0] }
        joined.insertions = whole.insertions.indices.compactMap { insertions[$0] }
        return joined
    }
}

extension DividedRequest.Part {
    /// Converts a conflict's index in this part to the index in the whole request.
    func inWhole(_ conflict: SaveConflict) -> SaveConflict {
        switch conflict {
        case .deletion(let index, let stored): .deletion(deletions[index], stored: stored)
        case .update(let index, let stored): .update(updates[index], stored: stored)
        case .uniqueInsertion(let index, let slots): .uniqueInsertion(insertions[index], slots: slots)
        case .uniqueUpdate(let index, let slots): .uniqueUpdate(updates[index], slots: slots)
        }
    }
}
