internal import GRDB
internal import GRDBSQLite
internal import StrataPredicates

extension SQLiteEngine {
    /// Passes all matching rows to a collector in order, each with its row ID, sort prefix and
    /// section.
    ///
    /// Uses a `KeyScanFunction` if the query allows it, otherwise steps through the rows.
    func fetchKeys(_ keys: KeyQuery, into collector: inout KeyCollector) throws {
        let table = table(keys.query.layout)
        if let walk = try KeyScanFunction.sql(keys, schema), try walkKeys(keys, walk, into: &collector) { return }
        let columns = ["t0.Z_PK"] + keys.slots.map { "t0.\(table.column($0))" }
        let sql = try sql(
            keys.query, columns.joined(separator: ", "), breaksTies: !keys.leavesTies, selectsSorts: keys.query.readsBesidesRows)
        try read { database in
            try bound(sql, database).use { statement in
                let (sortPrefix, section) = (keys.prefixPacking, keys.sectionPacking)
                func value(_ index: Int) -> Value {
                    index < keys.slots.count
                        ? table.value(statement, index + 1, slot: keys.slots[index])
                        : statement.value(index + 1, as: sql.sortTypes[index - keys.slots.count])
                }
                while try statement.step() {
                    let rowID = statement.rowID(0)
                    if let column = keys.section {
                        if section == .whole {
                            collector.follow(value(column))
                        } else {
                            collector.follow(statement.word(column + 1, section), section)
                        }
                    }
                    if sortPrefix != .whole, case .value(let column, let ascending) = keys.sortPrefix {
                        let word = statement.word(column + 1, sortPrefix)
                        collector.append(rowID, SortPrefix(word, sortPrefix, ascending: ascending))
                    } else {
                        collector.append(rowID, keys.sortPrefix(rowID, value))
                    }
                }
            }
        }
    }

    /// Collects the rows with a `KeyScanFunction`.
    ///
    /// - Returns: Whether the rows arrived in order. If false, the collector has been emptied.
    private func walkKeys(_ keys: KeyQuery, _ sql: String, into collector: inout KeyCollector) throws -> Bool {
        guard case .value(let column, let ascending) = keys.sortPrefix else { return false }
        try read { database in
            try RawStatement(database, sql, keySpace).use { statement in
                try withUnsafeMutablePointer(to: &collector) { collector in
                    var walk = KeyScanFunction(
                        collector: collector, keySpace: keySpace, prefixColumn: column + 1, sortPrefix: keys.prefixPacking,
                        isAscending: ascending, sectionColumn: keys.section.map { $0 + 1 }, section: keys.sectionPacking)
                    try withUnsafeMutablePointer(to: &walk) { walk in
                        KeyScanFunction.bind(walk, statement)
                        do {
                            while try statement.step() {}
                        } catch  where !collector.pointee.isInOrder {
                            // The collector has ended the statement. The caller sorts.
                        }
                    }
                }
            }
        }
        collector.finish()
        if collector.isInOrder { return true }
        collector.removeAll()
        return false
    }
}
