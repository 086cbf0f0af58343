internal import Foundation
internal import StrataPredicates
internal import StrataTraps

extension AtomicEngine {
    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        if let readOnlyReason {
            throw NSError(code: CocoaError.fileWriteNoPermission.rawValue, "The store cannot be written: \(readOnlyReason)")
        }
        // The store is asked by one thread at a time.
        writing.lock()
        defer { writing.unlock() }
        var given: Set<RowKey> = []
        return try zip(layouts, objects).map { layout, object in
            guard let object = object as? NSManagedObject else { trap("An ID was asked for something that is no object.") }
            return try newRowID(for: object, layout, &given)
        }
    }

    /// Returns the row ID of a new object, by the reference object that the store chooses.
    private func newRowID(
        for object: NSManagedObject, _ layout: EntityLayout, _ given: inout Set<RowKey>
    ) throws -> RowID {
        let reference = store.newReferenceObject(for: object)
        let rowID = keySpace.rowID(store.references.key(of: reference, layout))
        guard store.node(layout, rowID) == nil, given.insert(RowKey(layout, rowID)).inserted else {
            throw NSError(
                code: NSPersistentStoreSaveError,
                """
                newReferenceObject(for:) of \(Swift.type(of: store)) returned \(reference) for a new '\(layout.name)', which is the \
                reference object of another one. Return one that no object has.
                """)
        }
        return rowID
    }

    func save(_ request: SaveRequest, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?) throws -> SaveOutcome {
        try write { journal in
            let save = AtomicSave(request, self, journal)
            let request = try save.changeNodes(newRowID: newRowID)
            return try rows.save(request, announce: { announce(journal.announce($0)) }) {
                try save.correctNodes()
                try self.saveNodes(journal, beforeCommit)
            }
        }
    }

    // MARK: Batch requests

    func batchInsert(
        _ layout: EntityLayout, _ source: any BatchRowSource, _ policy: NSMergePolicy, _ origin: TransactionOrigin,
        announce: (ChangeSet) -> Void
    ) throws -> ChangeSet {
        var request = SaveRequest(mergePolicy: policy, origin: origin)
        request.isBatch = true
        var values = layout.defaults
        while try source.next(&values) {
            // Stored in the request for as long as the source goes on with its own.
            let rowID = NSManagedObjectID.nextTemporaryRowID()
            request.insertions.append(SaveRequest.Insertion(layout: layout, rowID: rowID, values: values, store: nil))
        }
        do {
            return try save(request, announce: announce, beforeCommit: nil).changes
        } catch SaveConflict.uniqueInsertion(_, let slots) {
            throw Self.uniquenessError(layout, slots)
        }
    }

    static func uniquenessError(_ layout: EntityLayout, _ slots: [Int]) -> NSError {
        NSError(
            code: NSManagedObjectConstraintMergeError,
            """
            Two objects of '\(layout.name)' have the same values of \(slots.map { layout.names[$0] }.joined(separator: ", ")), which \
            must be unique.
            """)
    }

    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void, beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try write { journal in
            try rows.batchUpdate(update, origin, announce: { announce(journal.announce($0)) }) {
                try self.correctAll(journal)
                try self.saveNodes(journal, beforeCommit)
            }
        }
    }

    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try write { journal in
            try rows.batchDelete(selection, origin, announce: { announce(journal.announce($0)) }) {
                try self.correctAll(journal)
                try self.saveNodes(journal, beforeCommit)
            }
        }
    }

    /// Sets all nodes whose rows have changed to the values of the rows.
    private func correctAll(_ journal: NodeJournal) throws {
        let correction = NodeCorrection(store: store, rows: rows, journal: journal)
        guard let changes = journal.announced else { return }
        let deleted = changes.entities.flatMap { changes in changes.deleted.map { (changes.entity.layout, $0) } }
        let removed = Set(deleted.compactMap { store.node($0, $1) })
        correction.remove(deleted)
        for changes in changes.entities { try correction.correct(changes.entity.layout, changes.inserted + changes.updated) }
        try correction.correctReferences(to: removed)
    }
}
