internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the dictionaries of a fetch, in order. A nil value has no entry.
    ///
    /// - Parameter onRow: Called after each dictionary with the number read so far. If it throws,
    ///   the fetch ends with its error.
    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)?) throws -> [NSDictionary] {
        let sql = try columnSQL(query)
        var results: [NSDictionary] = []
        try forEachRow(sql) { statement in
            results.append(try dictionary(statement, query, sql.columns))
            try onRow?(results.count)
        }
        return results
    }

    /// Returns all dictionaries of a fetch, ignoring its limit and offset, in order, each with the
    /// values needed to merge it with those of other stores.
    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] {
        let sql = try columnSQL(query, selectsSorts: true)
        let count = sql.columns.reduce(0) { $0 + $1.texts.count }
        // Objects of different stores may have the same primary key.
        let space: [Value] =
            sql.columns.contains { if case .object = $0.type { true } else { false } } ? [.int(keySpace.rawValue)] : []
        var results: [SortedColumns] = []
        try forEachRow(sql) { statement in
            results.append(
                SortedColumns(
                    dictionary: try dictionary(statement, query, sql.columns), values: (0..<count).map(statement.value) + space,
                    sortValues: sql.sortTypes.enumerated().map { statement.value(count + $0, as: $1) }))
        }
        return results
    }

    private func forEachRow(_ sql: ColumnSQL, _ body: (RawStatement) throws -> Void) throws {
        try read { database in
            try RawStatement(database, sql.text, keySpace).use { statement in
                try statement.bind(sql.arguments)
                while try statement.step() { try body(statement) }
            }
        }
    }

    /// Returns the dictionary of the current row.
    ///
    /// - Parameter stores: The other stores whose objects the row may refer to.
    func dictionary(
        _ statement: RawStatement, _ query: ColumnQuery, _ columns: [SelectedColumn], or stores: [SQLiteEngine] = []
    ) throws -> NSDictionary {
        let result = NSMutableDictionary()
        var place = 0
        for (column, selected) in zip(query.columns, columns) {
            if let object = try object(statement, place, column, selected, stores) {
                result.setObject(object, forKey: column.name as NSString)
            }
            place += selected.texts.count
        }
        return result
    }

    func isOfGroups(_ query: ColumnQuery) throws -> Bool { try columnSQL(query).isOfGroups }

    /// Returns the SELECT of a fetch of dictionaries.
    ///
    /// - Throws: An NSError that names the expression without SQL.
    func columnSQL(_ query: ColumnQuery, selectsSorts: Bool = false) throws -> ColumnSQL {
        do {
            return try ColumnSQL(query, tables: schema, selectsSorts: selectsSorts)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    /// Returns the object of a column for the dictionary of the current row; nil for NULL.
    private func object(
        _ statement: RawStatement, _ place: Int, _ column: ColumnQuery.Column, _ selected: SelectedColumn,
        _ stores: [SQLiteEngine]
    ) throws -> Any? {
        if column.isExternal || column.coding != nil {
            let data = column.isExternal ? try statement.data(place).flatMap(external.data) : statement.data(place)
            guard let coding = column.coding else { return data }
            return data.flatMap { TransformedValue(data: $0, coding).value }
        }
        let value = statement.value(place, as: selected.type)
        if case .object(let reference) = value {
            let store = stores.first { $0.keySpace.holds(reference.rowID) } ?? self
            let own = selected.texts.count > 1 ? store.entityNumbers.layout(statement.int(place + 1)) : nil
            let layout = own ?? reference.layout
            return NSManagedObjectID(entity: layout.entity, rowID: reference.rowID, reference: store.identity.reference)
        }
        guard let result = value.result(of: column.form, as: column.type) else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                '\(column.name)' has the value \(value.object ?? "nil"), which cannot become a value of type \(column.type.displayName). Set another \
                expressionResultType of its NSExpressionDescription.
                """)
        }
        return result.object(as: column.type)
    }
}
