internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteStore {
    /// Returns the dictionaries of a fetch, in order. A nil value has no entry.
    ///
    /// - Parameter onRow: Called after each dictionary with the number read so far. If it throws,
    ///   the fetch ends with its error.
    func fetch(_ query: ColumnQuery, onRow: ((Int) throws -> Void)? = nil) throws -> [NSDictionary] {
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
    /// - Parameter stores: The stores whose objects the row may refer to; nil for this one alone.
    func dictionary(
        _ statement: RawStatement, _ query: ColumnQuery, _ columns: [SelectedColumn], in stores: StoreGroup? = nil
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

    /// Returns the SELECT of a fetch of dictionaries.
    ///
    /// - Throws: An NSError that names the expression without SQL.
    func columnSQL(_ query: ColumnQuery, selectsSorts: Bool = false) throws -> ColumnSQL {
        do {
            return try ColumnSQL(query, schema: schema, selectsSorts: selectsSorts)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    /// Returns the object of a column for the dictionary of the current row; nil for NULL.
    private func object(
        _ statement: RawStatement, _ place: Int, _ column: ColumnQuery.Column, _ selected: SelectedColumn, _ stores: StoreGroup?
    ) throws -> Any? {
        if column.isExternal || column.coding != nil {
            let data = column.isExternal ? try statement.data(place).flatMap(external.data) : statement.data(place)
            guard let coding = column.coding else { return data }
            return data.flatMap { TransformedValue(data: $0, coding).value }
        }
        let value = statement.value(place, as: selected.type)
        if case .object(let reference) = value {
            let store = stores?.store(of: reference.rowID) ?? self
            let own = selected.texts.count > 1 ? store.entityNumbers.layout(statement.int(place + 1)) : nil
            let layout = own ?? reference.layout
            return NSManagedObjectID(entity: layout.entity, rowID: reference.rowID, store: store)
        }
        guard let result = value.converted(to: column.type) else {
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

extension Value {
    /// Returns the value of an expression converted to an attribute type; nil if it does not fit.
    ///
    /// Dates convert to seconds since 2001 and back. Conversions to whole numbers drop fractions.
    func converted(to type: NSAttributeType) -> Value? {
        switch (type, self) {
        case (_, .null), (.undefinedAttributeType, _): self
        case (.objectIDAttributeType, .object): self
        case (.dateAttributeType, .int(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case (.dateAttributeType, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        // Uses the shortest digits of the double: the exact value of 0.1 has many more.
        case (.decimalAttributeType, .double(let double)): Decimal(string: "\(double)").map(Value.decimal)
        case (_, .date(let date)) where type != .dateAttributeType: Value(date.timeIntervalSinceReferenceDate, as: type)
        case (_, .double(let double)) where type.isWhole:
            Int64(exactly: double.rounded(.towardZero)).flatMap { Value($0, as: type) }
        default: Value(object, as: type)
        }
    }
}

extension NSAttributeType {
    fileprivate var isWhole: Bool {
        self == .integer16AttributeType || self == .integer32AttributeType || self == .integer64AttributeType
    }
}
