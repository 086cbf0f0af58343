internal import StrataPredicates

// The write transaction of a save
//
// A context passes its changes as one `SaveRequest`, and an engine writes them in one transaction.
// The request describes the rows as the context read them. Other contexts and processes may have
// written since then, so most of the work is to detect conflicts and to resolve them by the merge
// policy.
//
// Order of writes:
//
// 1. Deletions, which free the unique values that other rows may claim.
// 2. Row IDs for all insertions. Nothing is inserted yet, but every row written from here on can
//    refer to an inserted one.
// 3. Updates. A reference to a row that another writer deleted becomes nil (`Destinations`).
// 4. Insertions. If one becomes an existing row instead, the references to its unused key that were
//    written before are corrected (`AssignedRowIDs`).
// 5. Members of to-many relationships that the members' own to-one relationships do not store:
//    pairs, owners in relationships without an inverse, positions in ordered relationships.
// 6. Referential integrity: see `SavePlanner+ReferentialIntegrity.swift`.
// 7. Derived attributes, the last used keys, the history: the engine's end of the transaction.
//
// Versions. The version is 1 in a new row, and each later save of the row adds 1. An update or
// deletion carries the version that its object read. If the stored row has another one, another
// writer changed it in between, and the merge policy decides:
//
// - error: the save throws a `SaveConflict`.
// - rollback: the stored values remain. A row to be deleted remains.
// - store trump: the object's changes are written, except to properties that also changed in the
//   stored row. A row to be deleted remains.
// - object trump: the object's changes are written over the stored values.
// - overwrite: all attributes and to-one relationships of the object are written.
//
// If another writer deleted an updated row, object trump and overwrite insert it again under its
// key, at a version by a random step after the one that the object read; rollback and store trump
// leave it deleted. The deletion of a row that is already gone succeeds.
//
// Unique values. Example: `a` and `b` swap their names in one save. When `a` is written, the row of
// `b` still has the name, but this save is going to change it, so the value is handed over
// (`UniqueValueHandover`). If no row of the save gives the value up, the error policy throws.
// Policies that favor the store keep all stored values of the updated row; policies that favor the
// object delete the row that holds the value. An insertion is an upsert: it becomes the row that
// holds the value, with the object's values or with the stored ones. If several rows hold its
// values, it becomes the first of them, and policies that favor the object delete the others. A row
// of another entity of the hierarchy cannot become the object. It is deleted, or the save throws.
//
// Invariant: a save raises the version of each row that it writes, except where only a derived
// attribute changed, and the change set and the history name all of them. Without the first, a
// context with an old row would overwrite a change that it had not read. Without the second,
// caches and live results would keep the old values.
/// Writes a context's changes in one transaction of a store.
struct SavePlanner<Transaction: StoreTransaction> {
    let request: SaveRequest
    let transaction: Transaction
    let destinations: Destinations<Transaction>
    var outcome = SaveOutcome()
    private var assignedIDs: AssignedRowIDs
    /// The slots of to-many relationships that lose or gain a member by a reference of the member, by
    /// owner. Most of the owners are in the request, too.
    var owners: [ObjectReference: Set<Int>] = [:]
    /// Whether the last insertion became an existing row. In an import of known objects, each of them
    /// does.
    var isHolderLikely = false
    /// The results of `ownerSlots(of:)`, by entity.
    var knownOwnerSlots: [ObjectIdentifier: [Int: Int]] = [:]

    init(_ request: SaveRequest, _ transaction: Transaction) {
        self.request = request
        self.transaction = transaction
        destinations = Destinations(of: request, transaction)
        assignedIDs = AssignedRowIDs(count: request.insertions.count)
    }

    var policy: NSMergePolicy { request.mergePolicy }

    /// Writes everything and returns the result of each part of the request.
    ///
    /// - Throws: a `SaveConflict` under the error policy if a row changed since its object read it
    ///   or if another row holds a unique value; under policies that favor the store, if a row of
    ///   another entity holds the unique value of an insertion. The transaction has to be rolled
    ///   back then.
    mutating func run() throws -> SaveOutcome {
        for (index, deletion) in request.deletions.enumerated() {
            outcome.deletions.append(try delete(deletion, index))
        }
        // All inserted rows get their keys before any row that refers to them is written.
        let assigned = try request.insertions.map { insertion in
            // An object that already obtained its permanent ID keeps it.
            let rowID =
                insertion.rowID.isPermanent
                ? insertion.rowID : try transaction.nextRowID(transaction.table(insertion.layout))
            assignedIDs.assign(insertion, rowID)
            return rowID
        }
        destinations.assigned = assigned
        outcome.insertions.reserveCapacity(assigned.count)
        let passed = UniqueValueHandover(request.updates, policy, transaction, destinations, assignedIDs)
        for (index, update) in request.updates.enumerated() {
            let update = assignedIDs.resolved(try destinations.keeping(update))
            outcome.updates.append(try self.update(update, index, passed))
        }
        for (index, insertion) in request.insertions.enumerated() {
            let toOneSlots = insertion.layout.toOneSlots
            let values =
                toOneSlots.isEmpty
                ? insertion.values
                : assignedIDs.resolved(try destinations.keeping(insertion.values, toOneSlots), insertion.layout)
            let table = transaction.table(insertion.layout)
            var inserted = try insert(insertion.layout, values, as: assigned[index], index, table)
            if inserted.rowID != assigned[index] { assignedIDs.correct(insertion, from: assigned[index], to: inserted.rowID) }
            if insertion.version != 1 {
                inserted.row.version = insertion.version
                try transaction.write(inserted.row.values, [], inserted.rowID, version: insertion.version, table)
            }
            outcome.insertions.append(inserted)
        }
        markDisplacedUpdatesGone()
        try correctReferences()
        var gone: Set<RowKey> = []
        var merged: Set<RowKey> = []
        for (update, result) in zip(request.updates, outcome.updates) {
            switch result {
            case .gone: gone.insert(RowKey(update.layout, update.rowID))
            case .merged: merged.insert(RowKey(update.layout, update.rowID))
            case .saved: break
            }
        }
        let rowIDs = assignedIDs
        for change in request.memberChanges {
            guard let owner = rowIDs[change.rowID], !gone.contains(RowKey(change.layout, owner)) else { continue }
            var change = change
            // Another writer may have moved the members that this context left in place.
            if merged.contains(RowKey(change.layout, owner)) { change.changes.moveAll() }
            try transaction.write(change, of: owner, key: { rowIDs[$0.rowID] })
        }
        try publishOtherEnds()
        try releaseReferences()
        return outcome
    }

    /// Corrects the references to insertions that became existing rows.
    ///
    /// Rows written before such an insertion refer to its assigned key, which was not used. The results
    /// of an object that already had the row, and of several insertions that became it, are those of
    /// the last one.
    private mutating func correctReferences() throws {
        guard assignedIDs.areCorrected else { return }
        var merged: [RowKey: Row] = [:]
        for (insertion, assigned) in zip(outcome.insertions, destinations.assigned) where insertion.rowID != assigned {
            merged[RowKey(insertion.row.layout, insertion.rowID)] = insertion.row
        }
        for (index, update) in request.updates.enumerated() {
            if let row = merged[RowKey(update.layout, update.rowID)] { outcome.updates[index].row = row }
        }
        for (index, insertion) in outcome.insertions.enumerated() {
            if let row = merged[RowKey(insertion.row.layout, insertion.rowID)] { outcome.insertions[index].row = row }
        }
        for index in outcome.updates.indices {
            guard let row = outcome.updates[index].row else { continue }
            outcome.updates[index].row = try correct(row, request.updates[index].rowID)
        }
        for index in outcome.insertions.indices {
            let (rowID, row) = outcome.insertions[index]
            outcome.insertions[index].row = try correct(row, rowID)
        }
    }

    private mutating func correct(_ row: Row, _ rowID: RowID) throws -> Row {
        var row = row
        let values = assignedIDs.corrected(row.values, row.layout)
        let changed = row.layout.toOneSlots.filter { values[$0] != row.values[$0] }
        guard !changed.isEmpty else { return row }
        row.values = values
        recordMove(of: row.layout, changed, before: nil, after: values)
        try transaction.write(values, changed, rowID, version: row.version, transaction.table(row.layout))
        return row
    }

    // MARK: Deletions

    private mutating func delete(_ deletion: SaveRequest.Deletion, _ index: Int) throws -> SaveOutcome.Deletion {
        let table = transaction.table(deletion.layout)
        // Another writer deleted the row, which is the requested result.
        guard let stored = try transaction.row(deletion.rowID, table) else { return .done }
        if stored.version != deletion.read.version {
            switch policy.mergeType {
            case .errorMergePolicyType: throw SaveConflict.deletion(index, stored: stored)
            case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: return .kept(stored)
            case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: break
            }
        }
        try transaction.delete(deletion.rowID, table)
        recordMove(
            of: stored.layout,
            stored.layout.toOneSlots.filter { stored.layout.relationship($0).deleteRule != .noActionDeleteRule },
            before: stored.values, after: nil, isKnown: stored.version == deletion.read.version)
        return .done
    }

    /// Deletes a row whose unique value an object claims under a policy that favors the object.
    /// `releaseReferences` removes the references to it.
    ///
    /// The row may belong to another entity of the hierarchy.
    mutating func displace(_ rowID: RowID, _ layout: EntityLayout) throws {
        let (reference, row) = try transaction.displace(rowID, layout)
        destinations.didDelete(reference)
        outcome.displaced.append((reference, row))
        recordMove(of: reference.layout, reference.layout.toOneSlots, before: row?.values, after: nil)
    }

    /// Whether an object of this save has deleted a row, because it has its unique value.
    func isDisplaced(_ reference: ObjectReference) -> Bool {
        outcome.displaced.contains { $0.reference == reference }
    }

    /// Marks the updates as gone whose rows were displaced after they were written.
    private mutating func markDisplacedUpdatesGone() {
        if outcome.displaced.isEmpty { return }
        let keys = Set(outcome.displaced.map(\.reference.key))
        for (index, update) in request.updates.enumerated() where keys.contains(RowKey(update.layout, update.rowID)) {
            outcome.updates[index] = .gone
        }
    }
}

extension TransactionalEngine {
    func save(
        _ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> SaveOutcome {
        var outcome = SaveOutcome()
        let changes = try transact(request.origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            var planner = SavePlanner(request, transaction)
            outcome = try planner.run()
        }
        outcome.changes = changes
        return outcome
    }
}
