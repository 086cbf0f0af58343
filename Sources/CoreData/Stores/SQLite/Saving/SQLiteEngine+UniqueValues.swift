internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns, for each given row, the stored row that holds its values of a uniqueness
    /// constraint, or nil if there is none.
    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(rowID: RowID, row: Row)?] {
        try read { database in
            try wanted.map { wanted in
                guard
                    let rowID = try table(wanted.row.layout).holder(
                        of: wanted.row.values, unique: wanted.slots, database, keySpace)
                else { return nil }
                // The holder may belong to another entity of the hierarchy.
                let root = table(wanted.row.layout.root)
                return try row(rowID, RawStatement(database, root.selectByKey, keySpace), root).map { (rowID, $0) }
            }
        }
    }
}

extension TableSQL {
    /// Returns the ID of the row that holds the values of a uniqueness constraint; nil if there is
    /// no such row, or if one of the values is null: then the constraint is never violated.
    func holder(
        of values: RowValues, unique slots: [Int], _ database: Database, _ keySpace: KeySpace
    ) throws -> RowID? {
        let wanted = try slots.map { try values[$0].uniqueValue }
        if wanted.contains(.null) { return nil }
        return try RawStatement(database, selectKey(unique: slots), keySpace).use { statement in
            for (index, value) in wanted.enumerated() { try statement.bind(value, at: index + 1) }
            return try statement.step() ? statement.rowID(0) : nil
        }
    }
}
