internal import GRDB

/// The migration of the rows of one old table into one new table.
///
/// Where SQLite can change the table itself, columns are renamed and added, and at most one UPDATE
/// follows. Otherwise the new table is created and filled with INSERT … SELECT: if a column is
/// removed or converted, if the table is split, or if the file's table has other columns than its
/// model asks for. Either way all of it happens in the migration's transaction.
struct TableMigration {
    /// The new value of a column in a table that is changed in place.
    private struct Assignment {
        let column: String
        let sql: String
    }

    let new: TableLayout
    let old: TableLayout
    let columns: MigratedColumns
    /// The old numbers of the entities whose rows the new table gets.
    let numbers: Set<Int64>
    /// The new entity numbers of the store by the old ones.
    let renumbered: [Int64: Int64]
    /// Whether columns without a new one stay in the table, renamed; see `DeferredCleanup`.
    let leavesColumns: Bool
    /// Whether the old table has rows of other entities, which are removed or get a table of their
    /// own.
    let leavesRows: Bool

    /// Whether the old table can become the new one.
    ///
    /// - Parameter existing: the columns of the old table in the file.
    func isInPlace(_ existing: [String: String]) -> Bool {
        let expected = Dictionary(uniqueKeysWithValues: old.columns.map { ($0.name, $0.type) })
            .merging(["Z_PK": "INTEGER", "Z_ENT": "INTEGER", "Z_OPT": "INTEGER"]) { first, _ in first }
        let found = leavesColumns ? existing.filter { !$0.key.hasPrefix(DeferredCleanup.prefix) } : existing
        guard found == expected else { return false }
        var continued: Set<String> = []
        for column in columns.columns {
            guard let was = source(of: column) else {
                // A conversion, or values from several old columns.
                if column.values.contains(where: \.value.isOld) { return false }
                continue
            }
            guard expected[was] == column.column.type, continued.insert(was).inserted else { return false }
        }
        return leavesColumns || continued.count == old.columns.count
    }

    /// The old columns without a new one.
    private var unusedColumns: [String] {
        let continued = Set(columns.columns.compactMap(source))
        return old.columns.map(\.name).filter { !continued.contains($0) }
    }

    /// Returns the old column that becomes a new one in place; nil for an added column.
    private func source(of column: MigratedColumns.Column) -> String? {
        let old = column.values.map(\.value).filter(\.isOld)
        guard let name = old.first?.keptColumn, old.allSatisfy({ $0.keptColumn == name }) else { return nil }
        return name
    }

    /// The old and the new names of the columns that are renamed in place, also of those that stay
    /// without a new one. SQLite moves their indexes along.
    var renamedColumns: Set<String> {
        columns.columns.reduce(into: Set(unusedColumns)) { names, column in
            guard let old = source(of: column), old != column.column.name else { return }
            names.formUnion([old, column.column.name])
        }
    }

    // MARK: In place

    /// Changes the table. Its name is the new one already, and no trigger and no index that is to be
    /// dropped refers to it.
    func change(_ database: Database, _ removed: inout RemovedNames) throws {
        for column in unusedColumns { try rename(column, to: removed.next(), database) }
        var renamed = columns.columns.compactMap { column in
            source(of: column).map { (old: $0, new: column.column.name) }
        }.filter { $0.old != $0.new }
        // A new name may be the old one of another column, which is renamed to a free name first.
        let taken = Set(renamed.map(\.old))
        for place in renamed.indices where taken.contains(renamed[place].new) {
            try rename(renamed[place].old, to: "STRATA_COLUMN_\(place)", database)
            renamed[place].old = "STRATA_COLUMN_\(place)"
        }
        for column in renamed { try rename(column.old, to: column.new, database) }
        for column in columns.columns where source(of: column) == nil {
            try database.execute(sql: "ALTER TABLE \(new.name) ADD COLUMN \(column.column.name) \(column.column.type)")
        }
        if leavesRows { try database.execute(sql: "DELETE FROM \(new.name) WHERE Z_ENT NOT IN (\(list(numbers)))") }
        let assignments = self.assignments
        guard !assignments.isEmpty else { return }
        let sets = assignments.map { "\($0.column) = \($0.sql)" }.joined(separator: ", ")
        try database.execute(sql: "UPDATE \(new.name) SET \(sets)")
    }

    private func rename(_ old: String, to name: String, _ database: Database) throws {
        try database.execute(sql: "ALTER TABLE \(new.name) RENAME COLUMN \(old) TO \(name)")
    }

    /// The columns whose values change, with their new values in terms of the renamed columns.
    private var assignments: [Assignment] {
        var assignments: [Assignment] = []
        for column in columns.columns {
            let was = source(of: column)
            if let was, columns.unchangedColumn(column, numbers, renumbered: renumbered) == was { continue }
            let sql = columns.sql(column, numbers, renumbered: renumbered, reading: was.map { _ in column.column.name })
            if was == nil, sql == "NULL" { continue }
            assignments.append(Assignment(column: column.column.name, sql: sql))
        }
        if numbers.contains(where: { renumbered[$0] != $0 }) {
            assignments.append(Assignment(column: "Z_ENT", sql: EntityRenumbering.sql("Z_ENT", renumbered)))
        }
        return assignments
    }

    // MARK: By copying

    /// Creates the new table and copies the rows of the old one.
    ///
    /// - Parameters:
    ///   - name: the present name of the old table.
    ///   - didCopy: called after each part of the rows, with the number of keys it spans.
    func copy(from name: String, _ database: Database, didCopy: (Int64) throws -> Void) throws {
        try database.execute(sql: new.createTable)
        let targets = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.columns.map(\.column.name)
        let sources =
            ["Z_PK", EntityRenumbering.sql("Z_ENT", renumbered.filter { numbers.contains($0.key) }), "Z_OPT"]
            + columns.columns.map { columns.sql($0, numbers, renumbered: renumbered) }
        let insert = """
            INSERT INTO \(new.name) (\(targets.joined(separator: ", "))) SELECT \(sources.joined(separator: ", ")) FROM \(name) \
            WHERE Z_PK BETWEEN ? AND ? AND Z_ENT IN (\(list(numbers)))
            """
        var first = try Int64.fetchOne(database, sql: "SELECT min(Z_PK) FROM \(name)")
        while let start = first {
            let end = start.addingReportingOverflow(Self.part - 1)
            let last = end.overflow ? Int64.max : end.partialValue
            try database.execute(sql: insert, arguments: [start, last])
            try didCopy(last - start)
            first = try Int64.fetchOne(database, sql: "SELECT min(Z_PK) FROM \(name) WHERE Z_PK > ?", arguments: [last])
        }
    }

    /// The number of keys that one statement copies.
    private static let part: Int64 = 20_000

    private func list(_ numbers: Set<Int64>) -> String { numbers.sorted().map(String.init).joined(separator: ", ") }
}
