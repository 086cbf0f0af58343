internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Deletes the rows of a selection in one transaction, and applies their delete rules.
    ///
    /// - Throws: NSValidationRelationshipDeniedDeleteError if a relationship with the rule Deny has
    ///   members that are not also deleted.
    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            var rules = DeleteRules(self, transaction.database)
            switch selection {
            case .query(let query): rules.add(try keys(query, transaction.database).map { ObjectReference($0.layout, $0.rowID) })
            case .rowIDs(let layout, let rowIDs): rules.add(try existing(layout, rowIDs, transaction.database))
            }
            let (deleted, touched) = try rules.carryOut()
            for reference in deleted {
                try unlink(reference.rowID, reference.layout, transaction)
                try delete(reference.rowID, table(reference.layout), transaction)
            }
            for (reference, slots) in touched { try clearReferences(of: reference, slots.sorted(), transaction) }
        }
    }

    /// Returns references to those of the rows that exist in the store.
    private func existing(_ layout: EntityLayout, _ rowIDs: [RowID], _ database: Database) throws -> [ObjectReference] {
        let sql = "SELECT Z_PK, Z_ENT FROM \(table(layout).table) WHERE Z_PK IN \(ListTable.name)(?)"
        return try RawStatement(database, sql, keySpace).use { statement in
            statement.bind(rowIDs: rowIDs, at: 1)
            var found: [ObjectReference] = []
            while try statement.step() {
                if let kind = self.entityNumbers.layout(statement.int(1)) {
                    found.append(ObjectReference(kind, statement.rowID(0)))
                }
            }
            return found
        }
    }
}

/// The effects of delete rules on a batch deletion, computed before anything is written.
private struct DeleteRules {
    private let store: SQLiteEngine
    private let database: Database
    /// The rows to delete, in the order in which they were found.
    private var deleted: [ObjectReference] = []
    private var isDeleted: Set<RowKey> = []

    init(_ store: SQLiteEngine, _ database: Database) {
        self.store = store
        self.database = database
    }

    /// Adds rows to delete.
    mutating func add(_ references: [ObjectReference]) {
        for reference in references where isDeleted.insert(reference.key).inserted { deleted.append(reference) }
    }

    /// Applies the delete rules.
    ///
    /// - Returns: all rows to delete, and the remaining rows from which the rule Nullify removes
    ///   references to them, with the slots of these references.
    ///
    /// - Throws: an NSError if a relationship with the rule Deny has members that remain.
    mutating func carryOut() throws -> (deleted: [ObjectReference], touched: [ObjectReference: Set<Int>]) {
        var place = 0
        while place < deleted.count {
            let reference = deleted[place]
            for slot in reference.layout.slots(withRule: .cascadeDeleteRule) { add(try related(reference, slot)) }
            place += 1
        }
        var touched: [ObjectReference: Set<Int>] = [:]
        for reference in deleted {
            for slot in reference.layout.slots(withRule: .denyDeleteRule) {
                guard let other = try related(reference, slot).first(where: { !isDeleted.contains($0.key) }) else { continue }
                throw denied(reference, slot, other)
            }
            for slot in reference.layout.slots(withRule: .nullifyDeleteRule) {
                guard let inverse = reference.layout.inverseSlot(slot) else { continue }
                for other in try related(reference, slot) where !isDeleted.contains(other.key) {
                    touched[other, default: []].insert(inverse)
                }
            }
        }
        return (deleted, touched)
    }

    /// Returns the rows that a row's relationship refers to.
    private func related(_ reference: ObjectReference, _ slot: Int) throws -> [ObjectReference] {
        let layout = reference.layout
        let select: String
        if layout.kinds[slot].isToMany {
            switch store.relationships.access(layout, slot) {
            case nil: return []
            case .foreignKey(let sql): select = sql.select
            case .join(let sql): select = sql.select
            }
        } else {
            let destination = store.table(layout.destination(slot)).table
            let table = store.table(layout)
            select = """
                SELECT d.Z_PK, d.Z_ENT FROM \(table.table) t JOIN \(destination) d ON d.Z_PK = t.\(table.column(slot)) WHERE t.Z_PK = ?
                """
        }
        return try RawStatement(database, select, store.keySpace).use { statement in
            statement.bind(rowID: reference.rowID, at: 1)
            var found: [ObjectReference] = []
            while try statement.step() {
                if let kind = store.entityNumbers.layout(statement.int(1)) {
                    found.append(ObjectReference(kind, statement.rowID(0)))
                }
            }
            return found
        }
    }

    private func denied(_ reference: ObjectReference, _ slot: Int, _ other: ObjectReference) -> NSError {
        let layout = reference.layout
        return NSError(
            code: NSValidationRelationshipDeniedDeleteError,
            """
            The batch deletion would delete \(NSManagedObjectID.uri(layout.name, reference.rowID, store.uuid)), whose \
            relationship '\(layout.names[slot])' has the delete rule Deny and still refers to \
            \(NSManagedObjectID.uri(other.layout.name, other.rowID, store.uuid)). Nothing was deleted. Delete the related objects first.
            """,
            [NSValidationKeyErrorKey: layout.names[slot]])
    }
}

extension EntityLayout {
    /// Returns the slots of the stored relationships with a delete rule.
    fileprivate func slots(withRule rule: NSDeleteRule) -> [Int] {
        (toOneSlots + toManySlots).filter { relationship($0).deleteRule == rule && !properties[$0].isTransient }
    }
}
