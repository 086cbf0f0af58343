internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

// The size limit of the write-ahead log
//
// Commits append pages to the log (`…-wal`). When it has a thousand pages, SQLite copies them into
// the database file (a checkpoint). But it restarts the log from the beginning only when no reader
// uses it. If readers overlap without a gap, that never happens, and the log grows with every
// write. So after each transaction that leaves the log above a limit, `boundLog` runs a checkpoint
// that truncates the log, and waits a short time for the readers that block it. Readers that start
// while it waits use the database file.
extension SQLiteEngine {
    /// The size above which the log is truncated, in bytes: the usual limit, and the one for the
    /// next check.
    struct LogLimit {
        let usual: Int
        var next: Int
        /// The time that a truncation waits for readers of the log, in milliseconds.
        let patience: Int32

        init(_ usual: Int, patience: Int32 = 200) {
            self.usual = usual
            next = usual
            self.patience = patience
        }
    }

    /// Truncates the log if it exceeds the limit. Costs a `stat` after each transaction.
    ///
    /// A pinned query generation holds a snapshot, which makes truncation fail. After each failure
    /// the limit doubles; after a success it is reset.
    func boundLog() {
        guard !isInMemory, let url else { return }
        logLimit.withLock { limit in
            guard size(url.path + "-wal") > limit.next else { return }
            let patience = limit.patience
            // Ignored: the transaction is committed, and a later one truncates the log.
            let isCut = (try? database.writeWithoutTransaction { try cutLog($0, patience: patience) }) ?? false
            limit.next = isCut ? limit.usual : limit.next * 2
        }
    }

    private func cutLog(_ database: Database, patience: Int32) throws -> Bool {
        let usual = try Int32.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
        sqlite3_busy_timeout(database.sqliteConnection, patience)
        defer { sqlite3_busy_timeout(database.sqliteConnection, usual) }
        // A failure is not an error: another process may be running a checkpoint, or a reader may
        // still use the log.
        return sqlite3_wal_checkpoint_v2(database.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
