internal import Foundation
internal import GRDB
internal import StrataPredicates

/// Writes the history of one transaction, inside that transaction.
final class HistoryWriter: HistoryAppender {
    private let database: Database
    private let origin: TransactionOrigin
    private let keySpace: KeySpace
    private let insertChange: RawStatement
    /// The number of the transaction in the history.
    let transactionNumber: Int64
    private let firstChange: Int64
    private var lastChange: Int64

    init(_ database: Database, _ origin: TransactionOrigin, _ keySpace: KeySpace) throws {
        self.database = database
        self.origin = origin
        self.keySpace = keySpace
        transactionNumber = try Self.lastKey(HistoryTables.transactionEntity, database) + 1
        lastChange = try Self.lastKey(HistoryTables.changeEntity, database)
        firstChange = lastChange + 1
        insertChange = try RawStatement(
            database,
            """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
            VALUES (?, \(HistoryTables.changeEntity), ?, ?, ?, ?, ?)
            """,
            keySpace
        )
    }

    /// Whether nothing was appended. If so, `finish()` writes nothing, and the transaction number
    /// stays unused.
    var isEmpty: Bool { lastChange < firstChange }

    private static func lastKey(_ entity: Int64, _ database: Database) throws -> Int64 {
        let last = try Int64.fetchOne(database, sql: "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", arguments: [entity]) ?? 0
        // A transaction adds fewer keys than half of all.
        guard 0..<(.max / 2) ~= last else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "Z_PRIMARYKEY has an impossible key for \(entity)")
        }
        return last
    }

    /// Writes a row of ACHANGE.
    ///
    /// - Parameter columns: the changed properties of an update, from `HistoryColumns`; nil for
    ///   other changes.
    func append(_ kind: HistoryRecord.Kind, _ rowID: RowID, _ table: TableSQL, columns: Data?) throws {
        lastChange += 1
        insertChange.bind(lastChange, at: 1)
        insertChange.bind(Int64(kind.rawValue), at: 2)
        insertChange.bind(table.entityNumber, at: 3)
        insertChange.bind(rowID: rowID, at: 4)
        insertChange.bind(transactionNumber, at: 5)
        try insertChange.bind(columns.map(Value.data) ?? .null, at: 6)
        try insertChange.run()
    }

    /// Copies the attributes that the model preserves into the change appended last, from a row
    /// that is about to be deleted.
    func preserve(_ rowID: RowID, _ table: TableSQL) throws {
        guard let preserve = table.preserve else { return }
        try RawStatement(database, preserve, keySpace).use { statement in
            statement.bind(rowID: rowID, at: 1)
            statement.bind(lastChange, at: 2)
            try statement.run()
        }
    }

    /// Writes the row of ATRANSACTION, unless nothing was appended.
    ///
    /// - Parameter isMarker: Whether to write it although nothing was appended.
    func finish(evenIfEmpty isMarker: Bool = false) throws {
        guard !isEmpty || isMarker else { return }
        try database.execute(
            sql: """
                INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) \
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                transactionNumber, HistoryTables.transactionEntity, try key(of: origin.author),
                try key(of: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName), try key(of: origin.contextName),
                try key(of: ProcessInfo.processInfo.processName), Date().timeIntervalSinceReferenceDate,
            ]
        )
        try setLastKey(HistoryTables.transactionEntity, transactionNumber)
        try setLastKey(HistoryTables.changeEntity, lastChange)
    }

    private func setLastKey(_ entity: Int64, _ key: Int64) throws {
        try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", arguments: [key, entity])
    }

    /// Returns the key of a name in ATRANSACTIONSTRING, after adding the name if it is new.
    private func key(of name: String?) throws -> Int64? {
        guard let name else { return nil }
        let known = try Int64.fetchOne(
            database, sql: "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?", arguments: [name]
        )
        if let known { return known }
        let key = try Self.lastKey(HistoryTables.stringEntity, database) + 1
        try database.execute(
            sql: "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, ?, 1, ?)",
            arguments: [key, HistoryTables.stringEntity, name]
        )
        try setLastKey(HistoryTables.stringEntity, key)
        return key
    }
}
