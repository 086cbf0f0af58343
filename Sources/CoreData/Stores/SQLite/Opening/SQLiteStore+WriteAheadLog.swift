internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

// SQLite writes its log back after a thousand pages, and starts it anew when nobody reads from it. Where readers follow each other without a
// gap that moment never comes, and the log would grow for as long as there are writes.
extension SQLiteStore {
    /// How many bytes of log are too many.
    struct LogLimit {
        let usual: Int
        var next: Int

        init(_ usual: Int) {
            self.usual = usual
            next = usual
        }
    }

    /// For how many milliseconds a writer waits for readers to leave a log that is too long.
    private static let patience: Int32 = 200

    /// Writes the log back and cuts it off where it became too long: readers that come meanwhile read the new state, and those before them
    /// are waited for, a little. Costs the asking for a file's size after each transaction.
    ///
    /// A pinned query generation cannot be waited for; then the log may become twice as long until the next try.
    func boundLog() {
        guard !isInMemory, let url else { return }
        logLimit.withLock { limit in
            guard size(url.path + "-wal") > limit.next else { return }
            let isCut = (try? database.writeWithoutTransaction(cutLog)) ?? false
            limit.next = isCut ? limit.usual : limit.next * 2
        }
    }

    private func cutLog(_ database: Database) throws -> Bool {
        let usual = try Int32.fetchOne(database, sql: "PRAGMA busy_timeout") ?? 0
        sqlite3_busy_timeout(database.sqliteConnection, Self.patience)
        defer { sqlite3_busy_timeout(database.sqliteConnection, usual) }
        // Another process that does the same, or readers that stay: both are no errors.
        return sqlite3_wal_checkpoint_v2(database.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
