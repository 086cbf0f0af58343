import CoreData
import Foundation
import GRDBSQLite

/// Reads a history of 100,000 transactions, each with one change, in one go.
///
/// The peer steps over the same two tables by hand, into structs.
enum History {
    private static let count = 100_000

    static func run() throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appending(path: "quakes.sqlite")
        let container = try CoreDataQuakes(at: file, keepsHistory: true).container
        try HandWritten.execute(fill, file)
        // Each insertion is of the row with the transaction's number, so that both have to add up to the same.
        let expected = Int64(count) * Int64(count + 1)
        let peer = try HandWritten(file)
        try Contest(
            row: "history-100k",
            ours: Contest.Contestant("strata", expecting: expected) { try read(container) },
            peers: [Contest.Contestant("sqlite-c", expecting: expected) { try read(peer) }]
        ).run()
    }

    private static func read(_ container: NSPersistentContainer) throws -> Int64 {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
            return transactions.reduce(0) { sum, transaction in
                (transaction.changes ?? []).reduce(sum + transaction.transactionNumber) { $0 + $1.changeID }
            }
        }
    }

    private struct Transaction {
        let number: Int64
        let time: Double
        let author: Int64
        var changes: [Change] = []
    }

    private struct Change {
        let number: Int64
        let type: Int64
        let entity: Int64
        let row: Int64
        let transaction: Int64
    }

    private static func read(_ peer: HandWritten) throws -> Int64 {
        var transactions = try peer.rows("SELECT Z_PK, ZTIMESTAMP, ZAUTHORTS FROM ATRANSACTION ORDER BY Z_PK") {
            Transaction(
                number: sqlite3_column_int64($0, 0), time: sqlite3_column_double($0, 1), author: sqlite3_column_int64($0, 2))
        }
        let changes = try peer.rows("SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK") {
            Change(
                number: sqlite3_column_int64($0, 0), type: sqlite3_column_int64($0, 1), entity: sqlite3_column_int64($0, 2),
                row: sqlite3_column_int64($0, 3), transaction: sqlite3_column_int64($0, 4))
        }
        for change in changes { transactions[Int(change.transaction) - 1].changes.append(change) }
        return transactions.reduce(0) { sum, transaction in
            transaction.changes.reduce(sum + transaction.number) { $0 + $1.number }
        }
    }

    private static let fill = """
        BEGIN;
        INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 16003, 1, 'app'), (2, 16003, 1, 'editing');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP)
        SELECT i, 16002, 1, 1, 2, 1, 700000000 + i FROM n;
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
        SELECT Z_PK, 16001, 0, 1, Z_PK, Z_PK FROM ATRANSACTION;
        UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_ENT IN (16001, 16002);
        COMMIT;
        """
}
