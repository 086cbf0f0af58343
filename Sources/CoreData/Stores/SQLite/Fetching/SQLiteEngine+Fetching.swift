internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns all matching rows in order.
    ///
    /// - Parameter onRow: Called after each row with the number read so far. If it throws, the
    ///   fetch ends with its error.
    func fetch(_ query: StoreQuery, onRow: ((Int) throws -> Void)?) throws -> [IdentifiedRow] {
        let table = table(query.layout)
        return try read { database in
            // A callback may end the fetch after any row, which a collector does not support.
            if onRow == nil, RowCollector.suits(query, table) {
                let sql = try sql(query, table.selection, collects: true)
                return try bound(sql, database).use { try RowCollector.rows($0, at: sql.furtherPlace, table) }
            }
            return try select(query, table.selection, database).use { statement in
                var rows: [IdentifiedRow] = []
                while try statement.step() {
                    if let row = try table.row(statement) { rows.append(row) }
                    try onRow?(rows.count)
                }
                return rows
            }
        }
    }

    /// Returns the row IDs of all matching rows in order, with their entities.
    func keys(_ query: StoreQuery) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try read { database in try keys(query, database) }
    }

    func keys(_ query: StoreQuery, _ database: Database) throws -> [(layout: EntityLayout, rowID: RowID)] {
        try select(query, "t0.Z_PK, t0.Z_ENT", database).use { statement in
            var keys: [(EntityLayout, RowID)] = []
            // Mostly all rows have the same entity.
            var last: (number: Int64, layout: EntityLayout?)?
            while try statement.step() {
                let number = statement.int(1)
                if last?.number != number { last = (number, entityNumbers.layout(number)) }
                if let layout = last?.layout { keys.append((layout, statement.rowID(0))) }
            }
            return keys
        }
    }

    /// Returns the values of some slots of all matching rows, in order.
    ///
    /// Each slot must have exactly one column, without transformable or external data.
    func partialRows(
        _ query: StoreQuery, _ slots: [Int]
    ) throws -> [(layout: EntityLayout, rowID: RowID, values: PartialRow)] {
        let table = table(query.layout)
        let columns = ["t0.Z_PK", "t0.Z_ENT"] + slots.map { "t0.\(table.column($0))" }
        return try read { database in
            try select(query, columns.joined(separator: ", "), database).use { statement in
                var rows: [(EntityLayout, RowID, PartialRow)] = []
                while try statement.step() {
                    guard let layout = entityNumbers.layout(statement.int(1)) else { continue }
                    let values = slots.enumerated().map { table.value(statement, $0 + 2, slot: $1) }
                    rows.append((layout, statement.rowID(0), PartialRow(slots, values)))
                }
                return rows
            }
        }
    }

    /// Returns the rows with these IDs, read with one statement. Missing rows have no entry.
    func rows(_ layout: EntityLayout, _ rowIDs: [RowID]) throws -> [RowID: Row] {
        var rows = Dictionary<RowID, Row>(minimumCapacity: rowIDs.count)
        try forEachRow(layout, rowIDs, rowIDs.consecutive) { rows[$0.rowID] = $0.row }
        return rows
    }

    /// Returns the rows with these IDs in this order, read with one statement; nil for those that are
    /// missing.
    func rows(_ layout: EntityLayout, inOrder rowIDs: [RowID]) throws -> [Row?] {
        guard let range = rowIDs.consecutive else {
            let rows = try rows(layout, rowIDs)
            return rowIDs.map { rows[$0] }
        }
        // The place of a row follows from its ID, without a hash table.
        let isAscending = range.lowerBound == rowIDs[0]
        var rows = [Row?](repeating: nil, count: rowIDs.count)
        try forEachRow(layout, rowIDs, range) { row in
            let place = Int(row.rowID.rawValue - range.lowerBound.rawValue)
            rows[isAscending ? place : rows.count - 1 - place] = row.row
        }
        return rows
    }

    /// Calls `body` with each row that has one of the IDs, in any order.
    ///
    /// Rows with consecutive IDs are next to each other in the table. SQLite makes an index of any
    /// other list of IDs first.
    private func forEachRow(
        _ layout: EntityLayout, _ rowIDs: [RowID], _ range: ClosedRange<RowID>?, _ body: (IdentifiedRow) -> Void
    ) throws {
        let table = table(layout)
        let condition = range == nil ? "IN \(ListTable.name)(?)" : "BETWEEN ? AND ?"
        try read { database in
            let select = "SELECT \(table.selection) FROM \(table.table) t0 WHERE t0.Z_PK \(condition)"
            try RawStatement(database, select, keySpace).use { statement in
                if let range {
                    statement.bind(rowID: range.lowerBound, at: 1)
                    statement.bind(rowID: range.upperBound, at: 2)
                } else {
                    statement.bind(rowIDs: rowIDs, at: 1)
                }
                while try statement.step() { if let row = try table.row(statement) { body(row) } }
            }
        }
    }

    /// Returns the matching rows, in order, with the sort values that are not among a row's own
    /// values.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        guard query.readsBesidesRows else { return try fetch(query).map { SortedRow(row: $0) } }
        return try fetchWithSortValues(query)
    }

    /// Returns all matching rows in order, each with the values of the query's sort keys and of its
    /// section path.
    private func fetchWithSortValues(_ query: StoreQuery) throws -> [SortedRow] {
        let table = table(query.layout)
        return try read { database in
            let sql = try sql(query, table.selection, selectsSorts: true)
            return try bound(sql, database).use { statement in
                let start = statement.columnCount - sql.sortTypes.count
                var rows: [SortedRow] = []
                while try statement.step() {
                    guard let row = try table.row(statement) else { continue }
                    var values = sql.sortTypes.enumerated().map { statement.value(start + $0, as: $1) }
                    let section = query.section.flatMap { _ in values.popLast() } ?? .null
                    rows.append(SortedRow(row: row, sortValues: values, section: section))
                }
                return rows
            }
        }
    }

    func count(_ query: StoreQuery) throws -> Int {
        try read { database in
            let count = try select(query.whole, "count(*)", isOrdered: false, database).use { statement in
                _ = try statement.step()
                return Int(statement.int(0))
            }
            let rest = max(0, count - query.offset)
            return query.limit > 0 ? min(rest, query.limit) : rest
        }
    }

    /// Calls `body` with a function that reads a row by its ID. All reads use one snapshot.
    ///
    /// - Parameter ahead: Ignored: a statement for each row costs little more than one for all.
    func reading<T>(
        _ layout: EntityLayout, ahead: [RowID], _ body: (@escaping (RowID) throws -> Row?) throws -> T
    ) throws -> T {
        let table = table(layout)
        return try read { database in
            let statement = try RawStatement(database, table.selectByKey, keySpace)
            return try body { rowID in try self.row(rowID, statement, table) }
        }
    }

    func row(_ rowID: RowID, _ statement: RawStatement, _ table: TableSQL) throws -> Row? {
        try statement.use { statement in
            statement.bind(rowID: rowID, at: 1)
            return try statement.step() ? try table.row(statement)?.row : nil
        }
    }

    /// Returns a statement for the query, with its arguments bound.
    ///
    /// - Throws: An NSError that names the expression without SQL.
    func select(
        _ query: StoreQuery, _ selection: String, isOrdered: Bool = true, _ database: Database
    ) throws -> RawStatement {
        try bound(sql(query, selection, isOrdered: isOrdered), database)
    }

    func sql(
        _ query: StoreQuery, _ selection: String, isOrdered: Bool = true, breaksTies: Bool = true, collects: Bool = false,
        selectsSorts: Bool = false
    ) throws -> SelectSQL {
        do {
            return try SelectSQL(
                query, selection: selection, tables: schema, isOrdered: isOrdered, breaksTies: breaksTies,
                selectsSorts: selectsSorts, wrapped: collects ? { RowCollector.selection($0, at: $1) } : nil)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    func bound(_ sql: SelectSQL, _ database: Database) throws -> RawStatement {
        let statement: RawStatement
        do {
            statement = try RawStatement(database, sql.text, keySpace)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR && !error.isMissingName {
            // The text is valid, so a limit of SQLite was exceeded.
            throw NSError(
                InvalidPredicate(
                    "A store cannot run a request this large: SQLite says \u{201C}\(error.message ?? "\(error)")\u{201D}. Replace a chain of "
                        + "comparisons by IN with a list, and nest less."))
        }
        try statement.bind(sql.arguments)
        return statement
    }
}

extension [RowID] {
    /// The range of these IDs if each is one more than the one before it, or if each is one less, as
    /// in a list that shows the latest rows first.
    fileprivate var consecutive: ClosedRange<RowID>? {
        guard let first, let last, count > 1 else { return nil }
        let step: Int64 = first < last ? 1 : -1
        guard indices.allSatisfy({ self[$0].rawValue == first.rawValue &+ step &* Int64($0) }) else { return nil }
        return step > 0 ? first...last : last...first
    }
}
