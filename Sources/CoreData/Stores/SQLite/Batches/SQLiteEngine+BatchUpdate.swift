internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Writes new values into all matching rows in one transaction.
    ///
    /// All expressions are evaluated before anything is written.
    ///
    /// - Throws: an NSError if an attribute cannot hold its value, or if another row has a unique
    ///   value. Nothing is written then.
    func batchUpdate(
        _ update: BatchUpdate, _ origin: TransactionOrigin, announce: (ChangeSet) -> Void,
        beforeCommit: (() throws -> Void)?
    ) throws -> ChangeSet {
        let table = table(update.query.layout)
        let slots = update.values.map(\.slot)
        let bindings = table.bindings(slots)
        return try transact(origin, announce: announce, beforeCommit: beforeCommit) { transaction in
            let rows = try newValues(update, transaction.database)
            let sql =
                "UPDATE \(table.table) SET "
                + (["Z_OPT = Z_OPT + 1"] + bindings.map { "\($0.column) = ?" }).joined(separator: ", ") + " WHERE Z_PK = ?"
            let statement = try RawStatement(transaction.database, sql, keySpace)
            var values = table.layout.defaults
            for (slot, value) in update.values {
                if case .constant(let constant) = value { values[slot] = constant }
            }
            for row in rows {
                for (slot, value) in row.values { values[slot] = value }
                try transaction.external.willReplace(row.rowID, table, slots, transaction.database)
                let stored = table.externalSlots.isEmpty ? values : try transaction.external.stored(values, table, slots)
                for (index, binding) in bindings.enumerated() {
                    try binding.bind(stored, statement, at: index + 1, entityNumbers)
                }
                statement.bind(rowID: row.rowID, at: bindings.count + 1)
                do {
                    try statement.run()
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                    throw updateError(update, row.rowID)
                }
                try transaction.writes(self.table(row.layout)).didUpdate(row.rowID, slots: slots)
            }
        }
    }

    /// Returns the matching rows, each with the values of the expressions.
    private func newValues(
        _ update: BatchUpdate, _ database: Database
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: [(slot: Int, value: Value)])] {
        let layout = update.query.layout
        let expressions = update.values.compactMap { slot, value -> ColumnQuery.Column? in
            guard case .expression(let form) = value else { return nil }
            return ColumnQuery.Column(name: layout.names[slot], form: form, type: layout.types[slot])
        }
        let columns = [ColumnQuery.Column(name: "", form: .keyPath([]), type: .objectIDAttributeType)] + expressions
        let sql = try columnSQL(ColumnQuery(rows: update.query, columns: columns))
        return try RawStatement(database, sql.text, keySpace).use { statement in
            try statement.bind(sql.arguments)
            let first = sql.columns[0].texts.count
            var rows: [(EntityLayout, RowID, [(Int, Value)])] = []
            while try statement.step() {
                let kind = first > 1 ? entityNumbers.layout(statement.int(1)) ?? layout : layout
                let values = try expressions.enumerated().map { index, column in
                    let slot = layout.requiredSlot(of: column.name)
                    let value = statement.value(first + index, as: sql.columns[index + 1].type)
                    guard let fitting = value.converted(to: column.type) else {
                        throw NSError(
                            code: NSManagedObjectValidationError,
                            """
                            \(layout.name).\(column.name) cannot hold \(value.object ?? "nil"), the result of its expression, so nothing was \
                            updated. Use an expression with a result of type \(column.type.displayName).
                            """,
                            [NSValidationKeyErrorKey: column.name, NSValidationValueErrorKey: value.object ?? NSNull()])
                    }
                    return (slot, fitting)
                }
                rows.append((kind, statement.rowID(0), values))
            }
            return rows
        }
    }

    private func updateError(_ update: BatchUpdate, _ rowID: RowID) -> NSError {
        let layout = update.query.layout
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
