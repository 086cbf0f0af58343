internal import Foundation
internal import StrataPredicates

/// Deletes the rows of a selection, and applies their delete rules.
///
/// All rules are evaluated before anything is written.
struct DeletePlanner<Transaction: StoreTransaction> {
    private let transaction: Transaction
    private let storeIdentifier: String
    private let decides: DividedReader.Decision?
    /// The rows to delete, in the order in which they were found.
    private var deleted: [ObjectReference] = []
    private var isDeleted: Set<RowKey> = []

    /// - Parameters:
    ///   - storeIdentifier: The store's UUID, for the URIs in errors.
    ///   - decides: The abilities of the engine; see `StoreAbilities.decides`.
    init(_ transaction: Transaction, storeIdentifier: String, _ decides: DividedReader.Decision?) {
        self.decides = decides
        self.transaction = transaction
        self.storeIdentifier = storeIdentifier
    }

    /// Deletes the selected rows and those to which the rule Cascade leads.
    ///
    /// - Throws: NSValidationRelationshipDeniedDeleteError if a relationship with the rule Deny has
    ///   members that are not also deleted.
    mutating func run(_ selection: BatchDeletion) throws {
        switch selection {
        case .query(let query): add(try transaction.references(query, decides))
        case .rowIDs(let layout, let rowIDs): add(try transaction.references(to: rowIDs, transaction.table(layout)))
        }
        try cascade()
        let touched = try touchedByNullify()
        for reference in deleted {
            try unlink(reference)
            try transaction.delete(reference.rowID, transaction.table(reference.layout))
        }
        for (reference, slots) in touched { try transaction.clearReferences(of: reference, slots.sorted()) }
    }

    private mutating func add(_ references: [ObjectReference]) {
        for reference in references where isDeleted.insert(reference.key).inserted { deleted.append(reference) }
    }

    private mutating func cascade() throws {
        var place = 0
        while place < deleted.count {
            let reference = deleted[place]
            for slot in reference.layout.slots(withRule: .cascadeDeleteRule) { add(try related(reference, slot)) }
            place += 1
        }
    }

    /// Returns the remaining rows from which the rule Nullify removes references to deleted ones,
    /// with the slots of these references.
    ///
    /// - Throws: an NSError if a relationship with the rule Deny has members that remain.
    private func touchedByNullify() throws -> [ObjectReference: Set<Int>] {
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
        return touched
    }

    /// Returns the rows that a row's relationship refers to.
    private func related(_ reference: ObjectReference, _ slot: Int) throws -> [ObjectReference] {
        let layout = reference.layout
        if layout.kinds[slot].isToMany { return try transaction.members(of: reference.rowID, layout, slot) }
        return try transaction.destination(of: reference.rowID, slot, transaction.table(layout)).map { [$0] } ?? []
    }

    /// Removes the references to a row that is about to be deleted: its pairs, and what the members
    /// of to-many relationships store that have no inverse or whose delete rule is Nullify.
    private func unlink(_ reference: ObjectReference) throws {
        let layout = reference.layout
        for slot in layout.toManySlots {
            switch layout.storedMembers(slot) {
            case nil: continue
            case .references where layout.relationship(slot).deleteRule != .nullifyDeleteRule: continue
            case .references, .owners, .pairs: try transaction.removeMembers(of: reference.rowID, layout, slot)
            }
        }
    }

    private func denied(_ reference: ObjectReference, _ slot: Int, _ other: ObjectReference) -> NSError {
        let layout = reference.layout
        return NSError(
            code: NSValidationRelationshipDeniedDeleteError,
            """
            The batch deletion would delete \(NSManagedObjectID.uri(layout.name, reference.rowID, storeIdentifier)), whose \
            relationship '\(layout.names[slot])' has the delete rule Deny and still refers to \
            \(NSManagedObjectID.uri(other.layout.name, other.rowID, storeIdentifier)). Nothing was deleted. Delete the related objects first.
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

extension TransactionalEngine {
    func batchDelete(
        _ selection: BatchDeletion, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            var planner = DeletePlanner(transaction, storeIdentifier: identity.uuid, abilities.decides)
            try planner.run(selection)
        }
    }
}
