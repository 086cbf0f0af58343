internal import Foundation
internal import GRDB
internal import StrataPredicates

extension SQLiteEngine {
    /// Returns the number that a token of the end of the history has; nil if all transactions were
    /// deleted, or the store keeps no history.
    func tokenNumber() throws -> Int64? {
        guard keepsHistory else { return nil }
        return try read { database in
            try HistoryStart.tokenNumber(newest: Int64.fetchOne(database, sql: "SELECT max(Z_PK) FROM ATRANSACTION")) {
                try HistoryPosition.lastTransaction(database)
            }
        }
    }

    /// Returns the transactions after a position in the history, oldest first.
    ///
    /// - Complexity: O(n) in the number of their changes.
    func history(after start: HistoryStart, withChanges: Bool) throws -> [HistoryRecord] {
        try read { database in
            try history(where: condition(after: start, database), limit: 0, withChanges: withChanges, database)
        }
    }

    /// Returns the transactions that satisfy a condition, oldest first.
    ///
    /// - Parameter limit: The greatest number of transactions; 0 for all of them.
    func history(
        where condition: HistoryCondition, limit: Int, withChanges: Bool, _ database: Database
    ) throws -> [HistoryRecord] {
        let limit = limit > 0 ? " LIMIT \(limit)" : ""
        var changes = withChanges ? try HistoryChanges(self, database).read(of: condition, limit: limit) : nil
        // Thousands of transactions share a few names, so the names are read once instead of
        // joined to each row.
        let isOlder = try HistoryTables.areOlder(database)
        var names: [Int64: String] = [:]
        if !isOlder {
            try RawStatement(database, "SELECT Z_PK, ZNAME FROM ATRANSACTIONSTRING").use { statement in
                while try statement.step() { names[statement.int(0)] = statement.text(1) }
            }
        }
        let keys = ["BUNDLEID", "PROCESSID", "CONTEXTNAME", "AUTHOR"].map { isOlder ? "NULL, Z\($0)" : "Z\($0)TS, Z\($0)" }
        let statement = try RawStatement(
            database,
            """
            SELECT Z_PK, ZTIMESTAMP, \(keys.joined(separator: ", ")) FROM ATRANSACTION WHERE \(condition.sql) \
            ORDER BY Z_PK\(limit)
            """
        )
        func name(_ statement: RawStatement, _ column: Int) -> String? {
            names[statement.int(column)] ?? statement.text(column + 1)
        }
        return try statement.use { statement in
            try condition.bind(to: statement)
            var transactions: [HistoryRecord] = []
            while try statement.step() {
                let number = statement.int(0)
                guard case .date(let timestamp) = statement.value(1, as: .dateAttributeType) else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "transaction \(number) has no time")
                }
                transactions.append(
                    HistoryRecord(
                        number: number, time: timestamp, changes: changes?.take(number),
                        bundleID: name(statement, 2) ?? "", processID: name(statement, 4) ?? "",
                        contextName: name(statement, 6), author: name(statement, 8)
                    )
                )
            }
            return transactions
        }
    }

    /// Returns the number of transactions after a position in the history.
    func countHistory(after start: HistoryStart) throws -> Int {
        try read { database in
            let start = try condition(after: start, database)
            return try RawStatement(database, "SELECT count(*) FROM ATRANSACTION WHERE \(start.sql)").use { statement in
                try start.bind(to: statement)
                return try statement.step() ? Int(statement.int(0)) : 0
            }
        }
    }

    /// Deletes the transactions before a position. Its transaction remains, since tokens of it would
    /// expire otherwise.
    func deleteHistory(before end: HistoryStart) throws {
        try write { database in
            let condition: HistoryCondition
            switch end {
            case .beginning: return
            case .transaction(let number): condition = HistoryCondition("Z_PK < ?", .int(number))
            case .date(let date): condition = HistoryCondition("ZTIMESTAMP < ?", .date(date))
            }
            try deleteHistory(where: condition, database)
        }
    }

    /// Deletes the transactions that satisfy a condition.
    func deleteHistory(where condition: HistoryCondition, _ database: Database) throws {
        for sql in [
            "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM ATRANSACTION WHERE \(condition.sql))",
            "DELETE FROM ATRANSACTION WHERE \(condition.sql)",
        ] {
            try RawStatement(database, sql).use { statement in
                try condition.bind(to: statement)
                try statement.run()
            }
        }
    }

    // MARK: Positions

    /// Returns the condition for the transactions after a position.
    ///
    /// - Throws: NSPersistentHistoryTokenExpiredError if the transaction was deleted.
    private func condition(after start: HistoryStart, _ database: Database) throws -> HistoryCondition {
        switch start {
        case .beginning:
            return HistoryCondition("Z_PK > ?", .int(0))
        case .date(let date):
            return HistoryCondition("ZTIMESTAMP > ?", .date(date))
        case .transaction(let number):
            try HistoryStart.requireTransactions(after: number) { number in
                try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM ATRANSACTION WHERE Z_PK = ?)", arguments: [number]) ?? false
            } last: {
                try HistoryPosition.lastTransaction(database)
            }
            return HistoryCondition("Z_PK > ?", .int(number))
        }
    }
}
