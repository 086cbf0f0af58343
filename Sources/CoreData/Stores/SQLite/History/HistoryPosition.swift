internal import GRDB

/// How far a coordinator knows what was written into its store.
struct HistoryPosition {
    /// The last transaction of which this coordinator has told, as its own or as another's.
    var seen: Int64 = 0
    /// Its own transactions after that, committed or just about to be.
    var own: Set<Int64> = []
    /// What SQLite counts up with each commit by another connection than the writing one; tells of others where there is no history.
    var dataVersion: Int64 = 0

    init(_ database: any DatabaseWriter, keepsHistory: Bool) throws {
        if keepsHistory {
            seen = try database.read(Self.lastTransaction)
        } else {
            dataVersion = try Self.dataVersion(database)
        }
    }

    /// Whether there are transactions of others before one of this coordinator's own: numbers are given without gaps.
    var hasUnseen: Bool {
        guard let last = own.max() else { return false }
        return last - seen != Int64(own.count)
    }

    /// Moves on to an own transaction that was committed, unless others came before it.
    mutating func settle(_ number: Int64) {
        let settled = own.filter { $0 <= number }
        guard Int64(settled.count) == number - seen else { return }
        own.subtract(settled)
        seen = number
    }

    /// The number of the last transaction, also where its history was deleted.
    static func lastTransaction(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(
            database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [HistoryTables.transactionEntity]
        ) ?? 0
    }

    static func dataVersion(_ database: any DatabaseWriter) throws -> Int64 {
        try database.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
}
