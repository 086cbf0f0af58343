internal import GRDB
internal import StrataPredicates

extension SQLiteTransaction: StoreTransaction {
    func table(_ layout: EntityLayout) -> TableSQL { store.table(layout) }

    // MARK: Reading

    func row(_ rowID: RowID, _ table: TableSQL) throws -> Row? {
        try store.row(rowID, RawStatement(database, table.selectByKey, store.keySpace), table)
    }

    func exists(_ rowID: RowID, _ table: TableSQL) throws -> Bool {
        try RawStatement(database, "SELECT 1 FROM \(table.table) WHERE Z_PK = ?", store.keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            return try statement.step()
        }
    }

    func holder(of values: RowValues, unique slots: [Int], _ table: TableSQL) throws -> RowID? {
        try table.holder(of: values, unique: slots, database, store.keySpace)
    }

    func references(to rowIDs: [RowID], _ table: TableSQL) throws -> [ObjectReference] {
        let sql = "SELECT Z_PK, Z_ENT FROM \(table.table) WHERE Z_PK IN \(ListTable.name)(?)"
        return try store.references(sql, database) { $0.bind(rowIDs: rowIDs, at: 1) }
    }

    func references(_ query: StoreQuery) throws -> [ObjectReference] {
        try store.keys(query, database).map { ObjectReference($0.layout, $0.rowID) }
    }

    func values(
        of expressions: [ColumnQuery.Column], _ query: StoreQuery
    ) throws -> [(reference: ObjectReference, values: [Value])] {
        let columns = [ColumnQuery.Column(name: "", form: .keyPath([]), type: .objectIDAttributeType)] + expressions
        let sql = try store.columnSQL(ColumnQuery(rows: query, columns: columns))
        return try RawStatement(database, sql.text, store.keySpace).use { statement in
            try statement.bind(sql.arguments)
            let first = sql.columns[0].texts.count
            var rows: [(ObjectReference, [Value])] = []
            while try statement.step() {
                let layout = first > 1 ? store.entityNumbers.layout(statement.int(1)) ?? query.layout : query.layout
                let values = expressions.indices.map { statement.value(first + $0, as: sql.columns[$0 + 1].type) }
                rows.append((ObjectReference(layout, statement.rowID(0)), values))
            }
            return rows
        }
    }

    func referrers(to rowID: RowID, through slot: Int, _ table: TableSQL) throws -> [ObjectReference] {
        let sql = "SELECT Z_PK, Z_ENT FROM \(table.table) WHERE \(table.column(slot)) = ?"
        return try store.references(sql, database) { $0.bind(rowID: rowID, at: 1) }
    }

    func destination(of rowID: RowID, _ slot: Int, _ table: TableSQL) throws -> ObjectReference? {
        let destination = store.table(table.layout.destination(slot)).table
        let sql = """
            SELECT d.Z_PK, d.Z_ENT FROM \(table.table) t JOIN \(destination) d ON d.Z_PK = t.\(table.column(slot)) WHERE t.Z_PK = ?
            """
        return try store.references(sql, database) { $0.bind(rowID: rowID, at: 1) }.first
    }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try store.members(of: rowID, layout, slot, database)
    }

    // MARK: Writing

    func isStored(_ slot: Int, _ table: TableSQL) -> Bool { table.isStored(slot) }

    func nextRowID(_ table: TableSQL) throws -> RowID { try writes(table).keys.next() }

    func insert(
        _ values: RowValues, as rowID: RowID, _ table: TableSQL, _ onConflict: OnConflict
    ) throws -> InsertionResult {
        do {
            let statement = try insertStatement(table, onConflict)
            return try insert(values, as: rowID, statement, writes(table), onConflict) == nil ? .merged : .inserted
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            return .refused
        }
    }

    func write(_ values: RowValues, _ slots: [Int], _ rowID: RowID, version: Int64, _ table: TableSQL) throws {
        let bindings = table.bindings(slots)
        let values = try keepExternal(values, slots, rowID, table)
        try RawStatement(database, table.update(bindings), store.keySpace).use { statement in
            statement.bind(version, at: 1)
            for (index, binding) in bindings.enumerated() {
                try binding.bind(values, statement, at: index + 2, store.entityNumbers)
            }
            statement.bind(rowID: rowID, at: bindings.count + 2)
            try statement.run()
        }
    }

    func write(_ values: RowValues, _ slots: [Int], nextVersionOf rowID: RowID, _ table: TableSQL) throws -> Bool {
        let (statement, bindings) = try nextVersionStatement(table, slots)
        let values = try keepExternal(values, slots, rowID, table)
        for (index, binding) in bindings.enumerated() {
            try binding.bind(values, statement, at: index + 1, store.entityNumbers)
        }
        statement.bind(rowID: rowID, at: bindings.count + 1)
        do {
            try statement.run()
            return true
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            return false
        }
    }

    func clear(_ slots: [Int], of rowID: RowID, incrementsVersion: Bool, _ table: TableSQL) throws {
        let columns = table.bindings(slots).map { "\($0.column) = NULL" }
        let assignments = ((incrementsVersion ? ["Z_OPT = Z_OPT + 1"] : []) + columns).joined(separator: ", ")
        try run("UPDATE \(table.table) SET \(assignments) WHERE Z_PK = ?", of: rowID)
    }

    func delete(_ rowID: RowID, _ table: TableSQL) throws {
        // Recorded before the row is deleted, since the history may copy values from it.
        try writes(table).log.willDelete(rowID)
        try external.willReplace(rowID, table, table.externalSlots, database)
        try RawStatement(database, table.delete, store.keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            try statement.run()
        }
    }

    /// Returns the values of an existing row as the columns store them, with large data written to
    /// files.
    private func keepExternal(_ values: RowValues, _ slots: [Int], _ rowID: RowID, _ table: TableSQL) throws -> RowValues {
        if table.externalSlots.isEmpty { return values }
        try external.willReplace(rowID, table, slots, database)
        return try external.stored(values, table, slots)
    }

    // MARK: Recording

    func didUpdate(_ rowID: RowID, slots: [Int], _ table: TableSQL) throws {
        try writes(table).log.didUpdate(rowID, slots: slots)
    }

    func didChangeMembers(_ rowID: RowID, slots: [Int], _ table: TableSQL) throws {
        try writes(table).log.didChangeMembers(rowID, slots: slots)
    }
}

extension SQLiteEngine {
    /// Returns references to the rows of a statement that selects Z_PK and Z_ENT.
    func references(
        _ sql: String, _ database: Database, _ bind: (RawStatement) -> Void
    ) throws -> [ObjectReference] {
        try RawStatement(database, sql, keySpace).use { statement in
            bind(statement)
            var found: [ObjectReference] = []
            while try statement.step() {
                guard let layout = entityNumbers.layout(statement.int(1)) else { continue }
                found.append(ObjectReference(layout, statement.rowID(0)))
            }
            return found
        }
    }

    /// Reserves a primary key for an object of each of these entities, in one transaction, and
    /// returns the row IDs.
    ///
    /// The keys are not reused if the objects are never saved.
    func allocateKeys(_ layouts: [EntityLayout], for objects: [AnyObject]) throws -> [RowID] {
        try write { database in
            var keys: [Int64: TableKeys] = [:]
            let rowIDs = try layouts.map { layout in
                let table = table(layout)
                let known = try keys[table.rootNumber] ?? TableKeys(table, database, keySpace)
                keys[table.rootNumber] = known
                return known.next()
            }
            for keys in keys.values { try keys.save(database) }
            return rowIDs
        }
    }
}
