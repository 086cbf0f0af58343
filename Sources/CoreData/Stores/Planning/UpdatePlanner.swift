internal import Foundation
internal import StrataPredicates

/// Writes new values into all rows of a query.
struct UpdatePlanner<Transaction: StoreTransaction> {
    private let update: BatchUpdate
    private let transaction: Transaction
    private let decides: DividedReader.Decision?

    /// - Parameter decides: The abilities of the engine; see `StoreAbilities.decides`.
    init(_ update: BatchUpdate, _ transaction: Transaction, _ decides: DividedReader.Decision?) {
        self.decides = decides
        self.update = update
        self.transaction = transaction
    }

    private var layout: EntityLayout { update.query.layout }

    /// Evaluates all expressions, then writes all rows.
    ///
    /// - Throws: an NSError if an attribute cannot hold its value, or if another row has a unique
    ///   value.
    func run() throws {
        let slots = update.values.map(\.slot)
        let rows = try newValues()
        let table = transaction.table(layout)
        var values = layout.defaults
        for (slot, value) in update.values {
            if case .constant(let constant) = value { values[slot] = constant }
        }
        for (reference, row) in rows {
            for (slot, value) in row { values[slot] = value }
            guard try transaction.write(values, slots, nextVersionOf: reference.rowID, table) else { throw uniquenessError() }
            try transaction.didUpdate(reference.rowID, slots: slots, transaction.table(reference.layout))
        }
    }

    /// Returns the matching rows, each with the values of the expressions.
    private func newValues() throws -> [(reference: ObjectReference, values: [(slot: Int, value: Value)])] {
        let expressions = update.values.compactMap { slot, value -> (slot: Int, column: ColumnQuery.Column)? in
            guard case .expression(let form) = value else { return nil }
            return (slot, ColumnQuery.Column(name: layout.names[slot], form: form, type: layout.types[slot]))
        }
        var query = update.query
        if let decides, let bounds = try query.bounds(decides) {
            query = query.any(of: try transaction.references(query, within: bounds).map(\.rowID))
        }
        return try transaction.values(of: expressions.map(\.column), query).map { reference, values in
            let fitting = try zip(expressions, values).map { expression, value in
                guard let fitting = value.converted(to: expression.column.type) else {
                    throw typeError(expression.column, value)
                }
                if fitting == .null { try layout.requireOptional(expression.slot) }
                return (expression.slot, fitting)
            }
            return (reference, fitting)
        }
    }

    private func typeError(_ column: ColumnQuery.Column, _ value: Value) -> NSError {
        NSError(
            code: NSManagedObjectValidationError,
            """
            \(layout.name).\(column.name) cannot hold \(value.object ?? "nil"), the result of its expression, so nothing was \
            updated. Use an expression with a result of type \(column.type.displayName).
            """,
            [NSValidationKeyErrorKey: column.name, NSValidationValueErrorKey: value.object ?? NSNull()])
    }

    private func uniquenessError() -> NSError {
        let written = Set(update.values.map(\.slot))
        let unique = layout.uniqueSlots.filter { !written.isDisjoint(with: $0) }.flatMap { $0.map { layout.names[$0] } }
        return NSError(
            code: NSManagedObjectConstraintMergeError,
            """
            The batch update would give two objects of '\(layout.name)' the same \(unique.joined(separator: ", ")), which must be unique, so \
            nothing was updated. Leave the attribute out, or narrow the predicate to one object.
            """)
    }
}

extension TransactionalEngine {
    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            try UpdatePlanner(update, transaction, abilities.decides).run()
        }
    }
}
