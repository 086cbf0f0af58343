internal import Foundation
internal import GRDB

extension SQLiteEngine {
    /// Returns the position after the last transaction; nil for a store in memory or without a
    /// history, and if the history does not have the last transaction.
    func currentPosition() throws -> StorePosition? {
        guard keepsHistory, !isInMemory else { return nil }
        return try read { database in
            // A read-only store may lack the tables.
            guard try database.tableExists("ATRANSACTION") else { return nil }
            let last = try HistoryPosition.lastTransaction(database)
            return try time(of: last, database).map { TransactionPosition(transaction: last, time: $0).position }
        }
    }

    /// Returns the changes since a position; unknown if part of the history was deleted, if there
    /// are more than `count` transactions or changes, or if the position is not one of this store.
    func changes(since position: StorePosition, atMost count: Int) throws -> ExternalChanges {
        guard let position = TransactionPosition(position) else { return .unknown }
        return try read { database in
            let (first, last) = (position.transaction, try HistoryPosition.lastTransaction(database))
            guard first > 0, first <= last, last - first <= count, try time(of: first, database) == position.time else {
                return .unknown
            }
            if first == last { return .nothing }
            return try self.changes(after: first, through: last, without: [], atMost: count, database)
        }
    }

    private func time(of transaction: Int64, _ database: Database) throws -> Double? {
        try Double.fetchOne(database, sql: "SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?", arguments: [transaction])
    }
}

/// The content of a position in the history of a SQLite store.
private struct TransactionPosition {
    /// The number of the last transaction.
    let transaction: Int64
    /// The timestamp of the last transaction. If an older copy of the store was restored, another
    /// transaction may have the same number, but it has another timestamp.
    let time: Double

    init(transaction: Int64, time: Double) {
        self.transaction = transaction
        self.time = time
    }

    /// Reads a position; nil if its bytes are not those of a SQLite store.
    init?(_ position: StorePosition) {
        guard position.bytes.count == 16 else { return nil }
        let words = position.bytes.withUnsafeBytes { bytes in
            [0, 8].map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self)) }
        }
        transaction = Int64(bitPattern: words[0])
        time = Double(bitPattern: words[1])
    }

    var position: StorePosition {
        var bytes = Data()
        for word in [UInt64(bitPattern: transaction), time.bitPattern] {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return StorePosition(bytes: bytes)
    }
}
