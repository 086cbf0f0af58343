internal import Foundation
internal import GRDB
internal import Predicates

extension SQLiteStore {
    /// The dictionaries of a fetch, in order. What has no value is left out.
    ///
    /// - Parameter noting: called with the number of those read, after each; what it throws ends the reading.
    func fetch(_ query: ColumnQuery, noting: ((Int) throws -> Void)? = nil) throws -> [NSDictionary] {
        let sql = try columnSQL(query)
        var results: [NSDictionary] = []
        try forEachRow(sql) { statement in
            results.append(try dictionary(statement, query, sql.columns))
            try noting?(results.count)
        }
        return results
    }

    /// All dictionaries of a fetch, also those outside its window, in order, with what is needed to put them among those of other stores.
    func fetchSorted(_ query: ColumnQuery) throws -> [SortedColumns] {
        let sql = try columnSQL(query, selectsSorts: true)
        let count = sql.columns.reduce(0) { $0 + $1.texts.count }
        // Keys alone do not tell objects of several stores apart.
        let space: [Value] =
            sql.columns.contains { if case .object = $0.type { true } else { false } } ? [.int(keySpace.number(0))] : []
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
                for (index, value) in sql.arguments.enumerated() { statement.bind(value, at: index + 1) }
                while try statement.step() { try body(statement) }
            }
        }
    }

    /// - Parameter stores: those whose objects may be in the row; nil for this one alone.
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

    /// Throws an NSError that names what has no SQL.
    func columnSQL(_ query: ColumnQuery, selectsSorts: Bool = false) throws -> ColumnSQL {
        do {
            return try ColumnSQL(query, schema: schema, selectsSorts: selectsSorts)
        } catch let error as InvalidPredicate {
            throw NSError(error)
        }
    }

    /// The value of a column as a dictionary has it.
    private func object(
        _ statement: RawStatement, _ place: Int, _ column: ColumnQuery.Column, _ selected: SelectedColumn, _ stores: StoreGroup?
    ) throws -> Any? {
        if column.isExternal || column.coding != nil {
            let data = column.isExternal ? statement.data(place).flatMap(external.data) : statement.data(place)
            guard let coding = column.coding else { return data }
            return data.flatMap { TransformedValue(data: $0, coding).value }
        }
        let value = statement.value(place, as: selected.type)
        if case .object(let reference) = value {
            let store = stores?.store(of: reference.number) ?? self
            let own = selected.texts.count > 1 ? store.numbers.layout(statement.int(place + 1)) : nil
            let layout = own ?? reference.layout
            return NSManagedObjectID(entity: layout.entity, number: reference.number, store: store)
        }
        guard let result = value.converted(to: column.type) else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                """
                '\(column.name)' gave \(value.object ?? "nil"), which is no \(column.type.displayName). Give its NSExpressionDescription \
                another expressionResultType.
                """)
        }
        return result.object(as: column.type)
    }
}

extension Value {
    /// The value of an expression as an attribute of a type holds it: dates and numbers become each other, fractions are cut off for whole
    /// numbers. nil where it does not fit.
    func converted(to type: NSAttributeType) -> Value? {
        switch (type, self) {
        case (_, .null), (.undefinedAttributeType, _): self
        case (.objectIDAttributeType, .object): self
        case (.dateAttributeType, .int(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case (.dateAttributeType, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        // By way of the digits: the nearest double of 0.1 has many more.
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
