internal import Foundation
internal import GRDB

extension SQLiteEngine {
    /// Returns the current moment; nil for a store in memory or without a history, and if the
    /// history does not have the last transaction.
    func currentMoment() throws -> HistoryMoment? {
        guard keepsHistory, !isInMemory else { return nil }
        return try read { database in
            // A read-only store may lack the tables.
            guard try database.tableExists("ATRANSACTION") else { return nil }
            let last = try HistoryPosition.lastTransaction(database)
            return try time(of: last, database).map { HistoryMoment(transaction: last, time: $0) }
        }
    }

    /// Returns the changes since a moment; unknown if part of the history was deleted, or if there
    /// are more than `count` transactions or changes.
    func changes(since moment: HistoryMoment, atMost count: Int) throws -> ExternalChanges {
        try read { database in
            let (first, last) = (moment.transaction, try HistoryPosition.lastTransaction(database))
            guard first > 0, first <= last, last - first <= count, try time(of: first, database) == moment.time else {
                return .unknown
            }
            if first == last { return .nothing }
            let changes = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM (SELECT 1 FROM ACHANGE WHERE ZTRANSACTIONID > ? LIMIT ?)",
                arguments: [first, count + 1])
            return changes ?? 0 > count ? .unknown : try self.changes(after: first, through: last, without: [], database)
        }
    }

    private func time(of transaction: Int64, _ database: Database) throws -> Double? {
        try Double.fetchOne(database, sql: "SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?", arguments: [transaction])
    }
}
