internal import Foundation
internal import GRDB
internal import StrataPredicates
internal import Synchronization

// External changes
//
// Other coordinators, of this process or of others, write into the same file. Their changes must
// reach this coordinator's row cache, contexts and live results as its own do. SQLite has no
// notification for that, so there are two steps: one detects that something was written, the other
// reads what it was.
//
// 1. The file watch. inotify reports that the store's file or its log was written, by any process
//    (`FileWatch`). The report comes with the write itself, and the commit becomes visible to
//    readers only after it. So `FileFollower` has the coordinator look repeatedly, after 10 ms,
//    20 ms, 40 ms and so on up to 5.5 minutes. The coordinator's own writes are reported, too; the
//    looks then find nothing new.
// 2. The history. `readExternalChanges` compares the number of the last transaction with
//    `HistoryPosition`, and reads the changes of the external transactions in between. It reduces
//    them to one change set: a row that was inserted and then updated is an inserted one.
//
// In addition, a save checks the history before it publishes its own changes, if its transaction's
// number shows that external ones came before it (`settleExternalChanges`). Live results check it
// when they need to know whether they are current.
//
// External transactions are distinguished from the coordinator's own by number. A write enters its
// number into `HistoryPosition.own` before it commits, and removes it if it is rolled back. After
// the commit it advances `seen`, unless an external transaction comes before it. Example: `seen` is
// 7, another process commits 8, and this coordinator commits 9. Then `own` is {9} and the last
// transaction is 9. Two transactions are new and one is own, so the history is read for 8.
// Afterwards `seen` is 9 and `own` is empty.
//
// If the history of an external transaction was deleted before it was read, or if very many rows
// have changed, the result is `unknown`: all caches are emptied, and contexts and live results read
// their rows again. So it is if the last transaction has a lower number than `seen`: the file was
// restored from a copy, in which later transactions get numbers that were used before. The limit of
// this: if others commit until the last number is `seen` or higher before the coordinator looks, the
// restoration is not noticed, and the transactions up to `seen` count as published.
//
// A store without a history has no record of what to read. `readExternalChanges` compares
// `PRAGMA data_version` of the writing connection, which changes with commits by other connections.
// Only the remote-change notification is posted then, and live results no longer count as current.
//
// Invariant: each external transaction is published exactly once, after all external transactions
// with lower numbers and before any later one of this coordinator's own. So `readExternalChanges`
// holds `looking` until what it read is published. Without it, two threads that find different
// changes could publish them in the wrong order: the deletion of a row, say, before its insertion.
// And `settleExternalChanges` waits for other threads if a save's number reveals no
// external transaction before it, since another thread may have read one and not published it yet.
extension SQLiteEngine {
    /// The number of changes above which external ones are not listed. A save may wait on the main actor
    /// while another thread reads them, and to read everything again takes no longer.
    private static let mostExternalChanges = 100_000

    /// The number of the last transaction before the first unpublished external one.
    var lastPublishedTransaction: Int64 { position.withLock { $0.published } }

    /// Reads the external changes since the last call and passes them to `publish`, if there are
    /// any. Other threads wait until `publish` returns before they read external changes.
    ///
    /// If there is nothing new, the cost is to read one number.
    ///
    /// - Returns: Whether there were any; nil, without waiting, if the store keeps no history and a
    ///   write by it is in progress.
    func readExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool? {
        try readExternalChanges(atMost: Self.mostExternalChanges, publish)
    }

    /// Reads the external changes as `readExternalChanges(_:)` does. More changes than `most` are
    /// unknown.
    func readExternalChanges(atMost most: Int, _ publish: (ExternalChanges) -> Void) throws -> Bool? {
        try looking.withLock { _ in
            guard let changes = try keepsHistory ? externalTransactions(most) : externalCommits() else { return nil }
            if case .nothing = changes { return false }
            publish(changes)
            return true
        }
    }

    /// Reads the external changes before the coordinator's own last transaction, if its number
    /// reveals any. Otherwise waits until no other thread is publishing what it has read.
    func settleExternalChanges(_ publish: (ExternalChanges) -> Void) throws -> Bool {
        guard keepsHistory else { return false }
        if position.withLock({ $0.hasUnseen }) { return try readExternalChanges(publish) ?? false }
        looking.withLock { _ in }
        return false
    }

    /// Returns the external commits to a store without a history since the last call, of which only
    /// the existence is known; nil, without waiting, if a write by this store is in progress.
    private func externalCommits() throws -> ExternalChanges? {
        guard let version = try gate.ask({ try HistoryPosition.dataVersion(database) }) else { return nil }
        let isNew = position.withLock { position in
            defer { position.dataVersion = version }
            return position.dataVersion != version
        }
        return isNew ? .unlisted : .nothing
    }

    /// Returns the changes of the external transactions since the last call.
    private func externalTransactions(_ most: Int) throws -> ExternalChanges {
        // A later snapshot without this transaction is of a file that was restored.
        let committed = position.withLock(\.seen)
        // Locks the database before the position, as writes do. A store in memory has a single
        // connection, and the opposite order would deadlock.
        return try read { database in
            try position.withLock { try externalTransactions(&$0, database, committed: committed, most) }
        }
    }

    /// Returns the changes of the external transactions since `position.seen`, and advances it.
    ///
    /// - Parameter committed: A transaction that was committed before the database's snapshot was
    ///   opened.
    private func externalTransactions(
        _ position: inout HistoryPosition, _ database: Database, committed: Int64, _ most: Int
    ) throws -> ExternalChanges {
        let last = try HistoryPosition.lastTransaction(database)
        guard last >= committed else {
            position.restart(after: last)
            return .unknown
        }
        guard last > position.seen else { return .nothing }
        let own = position.own.filter { $0 <= last }
        let first = position.seen
        position.seen = last
        position.own.subtract(own)
        guard Int64(own.count) != last &- first else { return .nothing }
        return try changes(after: first, through: last, without: own, atMost: most, database)
    }

    /// Returns the changes of the transactions in a range, except the coordinator's own; unknown if
    /// the history of one was deleted, or if all of them have more than `most` changes.
    func changes(
        after first: Int64, through last: Int64, without own: Set<Int64>, atMost most: Int, _ database: Database
    ) throws -> ExternalChanges {
        guard try isComplete(after: first, through: last, own, database) else { return .unknown }
        var count = 0
        var net = NetChanges()
        let statement = try RawStatement(
            database,
            """
            SELECT ZTRANSACTIONID, ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE \
            WHERE ZTRANSACTIONID > ? AND ZTRANSACTIONID <= ? ORDER BY ZTRANSACTIONID, Z_PK
            """,
            keySpace
        )
        try statement.use { statement in
            statement.bind(first, at: 1)
            statement.bind(last, at: 2)
            while count <= most, try statement.step() {
                if own.contains(statement.int(0)) { continue }
                count += 1
                // Skips entities that are not part of the store's configuration.
                guard let layout = entityNumbers.layout(statement.int(1)),
                    let kind = HistoryRecord.Kind(rawValue: Int(statement.int(3)))
                else { continue }
                net.add(kind, RowKey(layout, statement.rowID(2)), layout, statement.data(4))
            }
        }
        return count > most ? .unknown : .changes(net.changes)
    }

    /// Returns whether the history still has all external transactions in a range.
    private func isComplete(after first: Int64, through last: Int64, _ own: Set<Int64>, _ database: Database) throws -> Bool {
        let kept = try Int64.fetchSet(
            database, sql: "SELECT Z_PK FROM ATRANSACTION WHERE Z_PK > ? AND Z_PK <= ?", arguments: [first, last]
        )
        return Int64(kept.union(own).count) == last &- first
    }
}
