internal import GRDB

/// The point up to which a coordinator has published the transactions of its store; see
/// `SQLiteEngine+ExternalChanges.swift`.
///
/// The arithmetic wraps, since the number in a damaged store may be any. A wrapped distance is never
/// the count of `own`, so the transactions in between are external ones.
struct HistoryPosition {
    /// The number of a transaction: it and all earlier ones have been published.
    var seen: Int64 = 0
    /// The coordinator's own transactions after `seen`, committed or about to be committed.
    var own: Set<Int64> = []
    /// The last `PRAGMA data_version` of the writing connection, which changes with each commit by
    /// any other connection. It reveals external commits if the store keeps no history.
    var dataVersion: Int64 = 0

    init(_ database: any DatabaseWriter, keepsHistory: Bool) throws {
        if keepsHistory {
            seen = try database.read(Self.lastTransaction)
        } else {
            dataVersion = try Self.dataVersion(database)
        }
    }

    /// Whether there are unpublished external transactions before one of the coordinator's own.
    /// Transaction numbers have no gaps, so each missing number is an external transaction.
    var hasUnseen: Bool {
        guard let last = own.max() else { return false }
        return last &- seen != Int64(own.count)
    }

    /// The last transaction before the first unpublished external one.
    var published: Int64 {
        var number = seen
        while own.contains(number &+ 1) { number &+= 1 }
        return number
    }

    /// Advances `seen` to a committed transaction of the coordinator's own, unless an unpublished
    /// external one comes before it.
    mutating func publish(through number: Int64) {
        let published = own.filter { $0 <= number }
        guard Int64(published.count) == number &- seen else { return }
        own.subtract(published)
        seen = number
    }

    /// Continues after the last transaction of a file that was restored, in which later transactions
    /// have numbers that were used before.
    mutating func restart(after last: Int64) {
        seen = last
        // A write that is running may have the next number, which wraps in a damaged file.
        own.formIntersection([last &+ 1])
    }

    /// Returns the number of the last transaction, even if the history no longer has it.
    static func lastTransaction(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [HistoryTables.transactionEntity]
        ) ?? 0
    }

    /// Returns `PRAGMA data_version` of the writing connection.
    static func dataVersion(_ database: any DatabaseWriter) throws -> Int64 {
        try database.writeWithoutTransaction { database in
            try database.discardingWrongPages { try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0 }
        }
    }
}
