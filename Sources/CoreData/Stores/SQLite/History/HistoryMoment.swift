internal import Foundation
internal import GRDB

/// A moment in a store's history, which is told again after the store was closed.
struct HistoryMoment: Codable, Equatable {
    /// The last transaction.
    fileprivate let transaction: Int64
    /// When it was, which tells it from one of its number that followed after an older copy of the store was put back.
    fileprivate let time: Double
}

extension SQLiteStore {
    /// The present moment; nil where the store has no history, or no transaction in it.
    func currentMoment() throws -> HistoryMoment? {
        guard keepsHistory, !isInMemory else { return nil }
        return try read { database in
            // One that can only be read is not given these tables.
            guard try database.tableExists("ATRANSACTION") else { return nil }
            let last = try HistoryPosition.lastTransaction(database)
            return try time(of: last, database).map { HistoryMoment(transaction: last, time: $0) }
        }
    }

    /// What was written since a moment; unknown where it was more than some number of changes.
    func changes(since moment: HistoryMoment, atMost count: Int) throws -> OthersWrites {
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
