import CoreData
import Foundation
import GRDBSQLite

/// Reads a history of 100,000 transactions with one change each, in one request.
///
/// One peer reads the same two tables into structs with SQLite's C functions. The other reads a
/// history of 20,000 transactions five times, which takes as long if the cost is linear.
enum History {
    static func run() throws {
        let (many, few) = (try Log(100_000), try Log(20_000))
        try Contest(
            row: "history-100k",
            ours: Contest.Contestant("strata", expecting: many.expected) { try read(many.container) },
            peers: [
                Contest.Contestant("sqlite-c", expecting: many.expected) { try read(many.peer) },
                Contest.Contestant("strata-5x20k", expecting: 5 * few.expected) {
                    try (0..<5).reduce(0) { sum, _ in try sum + read(few.container) }
                },
            ]
        ).run()
    }

    /// A store with a generated history.
    struct Log {
        let container: NSPersistentContainer
        let peer: HandWritten
        /// The sum of all transaction numbers and change numbers. Transaction n has change n.
        let expected: Int64
        private let directory: TemporaryDirectory

        init(_ count: Int) throws {
            directory = try TemporaryDirectory()
            let file = directory.url.appending(path: "quakes.sqlite")
            container = try CoreDataQuakes(at: file, keepsHistory: true).container
            try HandWritten.execute(fill(count), file)
            expected = Int64(count) * Int64(count + 1)
            peer = try HandWritten(file)
        }
    }

    static func read(_ container: NSPersistentContainer) throws -> Int64 {
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

    static func read(_ peer: HandWritten) throws -> Int64 {
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

    static func fill(_ count: Int) -> String {
        """
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
}
