internal import Foundation
internal import GRDB
internal import Predicates

extension SQLiteStore {
    /// The token of the last transaction; nil where there is none or the store keeps no history.
    func currentHistoryToken() throws -> NSPersistentHistoryToken? {
        guard keepsHistory else { return nil }
        let last = try read { try Int64.fetchOne($0, sql: "SELECT max(Z_PK) FROM ATRANSACTION") }
        return last.map { NSPersistentHistoryToken(storeIdentifier: identifier, transactionNumber: $0) }
    }

    /// The transactions after a place in the history, oldest first; one pass, so the time is linear in what is read.
    func history(after start: HistoryStart, withChanges: Bool) throws -> [NSPersistentHistoryTransaction] {
        try read { database in
            let first = try firstTransaction(after: start, database)
            var changes = withChanges ? try self.changes(from: first, database) : [:]
            let statement = try RawStatement(
                database,
                """
                SELECT t.Z_PK, t.ZTIMESTAMP, ifnull(b.ZNAME, t.ZBUNDLEID), ifnull(p.ZNAME, t.ZPROCESSID), \
                ifnull(c.ZNAME, t.ZCONTEXTNAME), ifnull(a.ZNAME, t.ZAUTHOR) FROM ATRANSACTION t \
                LEFT JOIN ATRANSACTIONSTRING b ON b.Z_PK = t.ZBUNDLEIDTS LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
                LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
                WHERE t.Z_PK >= ? ORDER BY t.Z_PK
                """
            )
            return try statement.use { statement in
                statement.bind(first, at: 1)
                var transactions: [NSPersistentHistoryTransaction] = []
                while try statement.step() {
                    let number = statement.int(0)
                    guard case .date(let timestamp) = statement.value(1, as: .dateAttributeType) else {
                        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "transaction \(number) has no time")
                    }
                    transactions.append(
                        NSPersistentHistoryTransaction(
                            transactionNumber: number, timestamp: timestamp,
                            changes: withChanges ? changes.removeValue(forKey: number) ?? [] : nil, storeID: identifier,
                            bundleID: statement.text(2) ?? "", processID: statement.text(3) ?? "",
                            contextName: statement.text(4), author: statement.text(5)
                        )
                    )
                }
                return transactions
            }
        }
    }

    func countHistory(after start: HistoryStart) throws -> Int {
        try read { database in
            let first = try firstTransaction(after: start, database)
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM ATRANSACTION WHERE Z_PK >= ?", arguments: [first]) ?? 0
        }
    }

    /// Deletes the transactions before a place. The one a token names stays: the token would be of no use without it.
    func deleteHistory(before end: HistoryStart) throws {
        try write { database in
            let number: Int64
            switch end {
            case .beginning:
                return
            case .token(let token):
                try check(token)
                number = token.transactionNumber
            case .date(let date):
                number =
                    try Int64.fetchOne(
                        database, sql: "SELECT max(Z_PK) + 1 FROM ATRANSACTION WHERE ZTIMESTAMP < ?",
                        arguments: [date.timeIntervalSinceReferenceDate]
                    ) ?? 0
            }
            try database.execute(sql: "DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?", arguments: [number])
            try database.execute(sql: "DELETE FROM ATRANSACTION WHERE Z_PK < ?", arguments: [number])
        }
    }

    // MARK: Parts

    /// The changes from a transaction on, by transaction.
    private func changes(from first: Int64, _ database: Database) throws -> [Int64: [NSPersistentHistoryChange]] {
        let layouts = Dictionary(uniqueKeysWithValues: tables.map { ($0.entityNumber, $0.layout) })
        let statement = try RawStatement(
            database,
            """
            SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE WHERE ZTRANSACTIONID >= ? \
            ORDER BY Z_PK
            """
        )
        return try statement.use { statement in
            statement.bind(first, at: 1)
            var changes: [Int64: [NSPersistentHistoryChange]] = [:]
            while try statement.step() {
                guard let layout = layouts[statement.int(2)],
                    let type = NSPersistentHistoryChangeType(rawValue: Int(statement.int(1)))
                else {
                    throw DatabaseError(
                        resultCode: .SQLITE_CORRUPT, message: "change \(statement.int(0)) is of an unknown entity or type"
                    )
                }
                let updated = statement.data(5).map { columns in
                    Set(HistoryColumns.decode(columns, of: layout).map { layout.properties[$0] })
                }
                changes[statement.int(4), default: []].append(
                    NSPersistentHistoryChange(
                        changeID: statement.int(0),
                        changedObjectID: NSManagedObjectID(entity: layout.entity, number: statement.int(3), store: self),
                        changeType: type,
                        updatedProperties: updated
                    )
                )
            }
            return changes
        }
    }

    private func firstTransaction(after start: HistoryStart, _ database: Database) throws -> Int64 {
        switch start {
        case .beginning:
            return 0
        case .date(let date):
            let first = try Int64.fetchOne(
                database, sql: "SELECT min(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP > ?",
                arguments: [date.timeIntervalSinceReferenceDate]
            )
            return first ?? .max
        case .token(let token):
            try check(token)
            let isKept = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM ATRANSACTION WHERE Z_PK = ?)", arguments: [token.transactionNumber]
            )
            guard isKept == true else {
                throw NSError(
                    code: NSPersistentHistoryTokenExpiredError,
                    """
                    The history up to the token was deleted, and others after it may be gone too. Read everything anew and start \
                    from the current token.
                    """
                )
            }
            return token.transactionNumber + 1
        }
    }

    private func check(_ token: NSPersistentHistoryToken) throws {
        guard token.storeIdentifier == identifier else {
            throw NSError(
                code: NSPersistentHistoryTokenExpiredError,
                "The history token belongs to another store; start from the current token."
            )
        }
    }
}
