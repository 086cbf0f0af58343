internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the dictionaries of a grouped fetch, or of aggregates over all rows, from this store and
    /// others.
    ///
    /// Copies the required values of all stores into an in-memory database and groups them there;
    /// see `GatheringSQL`.
    func fetchGroups(
        _ query: ColumnQuery, with others: [any StoreReader], onRow: ((Int) throws -> Void)?
    ) throws -> [NSDictionary] {
        let others = try others.map { other in
            guard let other = other as? SQLiteEngine else {
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    """
                    Stores of different kinds cannot compute groups together. Set the request's affectedStores to those of one kind.
                    """)
            }
            return other
        }
        var configuration = Configuration()
        configuration.prepareDatabase(StoreConnection.registerFunctions)
        do {
            let sql = try GatheringSQL(query, tables: schema)
            let memory = try DatabaseQueue(configuration: configuration)
            return try memory.write { database in
                try database.execute(sql: sql.tableDefinition)
                let insertion = try RawStatement(database, sql.insertion)
                for store in [self] + others { try store.gather(GatheringSQL(query, tables: store.schema), insertion) }
                return try RawStatement(database, sql.groups).use { statement in
                    try statement.bind(sql.arguments)
                    var results: [NSDictionary] = []
                    while try statement.step() {
                        results.append(try dictionary(statement, query, sql.columns, or: others))
                        try onRow?(results.count)
                    }
                    return results
                }
            }
        } catch let error as InvalidPredicate {
            throw NSError(error)
        } catch let error as DatabaseError {
            throw NSError(error, doing: "read", nil)
        }
    }

    /// Inserts the values that a query needs from each row. References to objects are inserted as
    /// row IDs, which are unique across stores.
    private func gather(_ sql: GatheringSQL, _ insertion: RawStatement) throws {
        try read { database in
            try RawStatement(database, sql.rows, keySpace).use { statement in
                try statement.bind(sql.arguments)
                while try statement.step() {
                    for (column, type) in sql.types.enumerated() {
                        if case .object = type {
                            try insertion.bind(statement.reference(column).map { .int($0.rawValue) } ?? .null, at: column + 1)
                        } else {
                            try insertion.bind(statement.value(column), at: column + 1)
                        }
                    }
                    try insertion.run()
                }
            }
        }
    }
}

extension GatheringSQL {
    fileprivate var tableDefinition: String {
        // Columns without a declared type have no affinity, so values are not converted.
        "CREATE TABLE \(Self.table) (\(types.indices.map(GatheredColumns.name).joined(separator: ", ")))"
    }

    fileprivate var insertion: String {
        "INSERT INTO \(Self.table) VALUES (\(types.map { _ in "?" }.joined(separator: ", ")))"
    }
}
