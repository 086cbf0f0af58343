internal import GRDB
internal import Predicates

extension SQLiteStore {
    /// For each row the stored one that has its values of a uniqueness constraint; nil where there is none.
    func holders(of wanted: [(row: Row, slots: [Int])]) throws -> [(number: Int64, row: Row)?] {
        try read { database in
            try wanted.map { wanted in
                guard
                    let number = try table(wanted.row.layout).holder(
                        of: wanted.row.values, unique: wanted.slots, database, keySpace)
                else { return nil }
                // It may be of another entity of the hierarchy.
                let root = table(wanted.row.layout.root)
                return try row(number, RawStatement(database, root.selectByKey, keySpace), root).map { (number, $0) }
            }
        }
    }
}

extension TableSQL {
    /// The number of the row that has a row's values of a uniqueness constraint. Nil is unique always.
    func holder(
        of values: RowValues, unique slots: [Int], _ database: Database, _ keySpace: KeySpace
    ) throws -> Int64? {
        if slots.contains(where: { values[$0] == .null }) { return nil }
        return try RawStatement(database, selectKey(unique: slots), keySpace).use { statement in
            for (index, slot) in slots.enumerated() { statement.bind(values[slot], at: index + 1) }
            return try statement.step() ? statement.key(0) : nil
        }
    }
}
