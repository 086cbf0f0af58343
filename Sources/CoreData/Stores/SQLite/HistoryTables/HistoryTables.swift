internal import GRDB

/// The tables of persistent history, with the layout of Apple's stores.
///
/// The history is the list of transactions that were written into a store, each with the objects it
/// inserted, updated and deleted. An app fetches it with NSPersistentHistoryChangeRequest, and
/// coordinators learn from it what other processes wrote (`SQLiteEngine+ExternalChanges.swift`). A
/// store keeps it if NSPersistentHistoryTrackingKey is on.
///
/// - ATRANSACTION has one row for each save or batch request that changed something. Z_PK is the
///   transaction's number, without gaps and in the order of the commits.
/// - ACHANGE has one row for each change of an object: the transaction, the entity and primary key,
///   the type (0 inserted, 1 updated, 2 deleted), and for an update the changed properties as bits
///   (`HistoryColumns`). ZTOMBSTONE0, ZTOMBSTONE1 … hold the attributes that the model preserves of
///   a deleted object.
/// - ATRANSACTIONSTRING holds each name of an author, bundle, context or process once. Older stores
///   lack this table and keep the names in columns of ATRANSACTION, which are NULL in newer rows.
///
/// The last used keys of the three tables are in Z_PRIMARYKEY, as if they were entities with the
/// numbers 16001 to 16003. They remain when the history is deleted, so a number is never used
/// twice.
///
/// Life of a change: `ChangeLog` records it → `HistoryWriter` inserts a row into ACHANGE → the end
/// of the transaction adds the row of ATRANSACTION → both are committed with the rows themselves →
/// a fetch reads them as a `HistoryRecord`, which becomes an NSPersistentHistoryTransaction → the
/// app deletes the history that it has processed.
///
/// A token, NSPersistentHistoryToken, maps the UUIDs of stores to transaction numbers: "everything
/// up to here was read". It means the same in every process. It expires when its transaction is
/// deleted, because later ones may then be missing as well. A fetch after an expired token is an
/// error.
///
/// Invariant: rows and history are written by the same SQLite transaction. Otherwise a crash
/// between the two would leave changes that no other process notices.
enum HistoryTables {
    /// The number under which Z_PRIMARYKEY keeps the last key of ACHANGE.
    static let changeEntity: Int64 = 16_001
    /// The number under which Z_PRIMARYKEY keeps the last key of ATRANSACTION.
    static let transactionEntity: Int64 = 16_002
    /// The number under which Z_PRIMARYKEY keeps the last key of ATRANSACTIONSTRING.
    static let stringEntity: Int64 = 16_003

    /// Returns the name of a tombstone column of ACHANGE.
    static func tombstone(_ index: Int) -> String { "ZTOMBSTONE\(index)" }

    private static func createChange(tombstones: Int) -> String {
        """
        CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, \
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\((0..<tombstones).map { ", \(tombstone($0)) BLOB" }.joined()) )
        """
    }

    private static let createOthers = [
        """
        CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
        ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    ]

    /// The statements for ATRANSACTIONSTRING, which older stores lack.
    private static let createStrings = [
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]

    /// Creates the tables.
    ///
    /// - Parameter tombstones: the number of tombstone columns, which is the largest number of
    ///   attributes that an entity of the model preserves of deleted objects.
    static func create(in database: Database, tombstones: Int) throws {
        try database.execute(sql: createChange(tombstones: tombstones))
        for statement in createOthers + createStrings { try database.execute(sql: statement) }
        for (number, name) in [
            (changeEntity, "CHANGE"), (transactionEntity, "TRANSACTION"), (stringEntity, "TRANSACTIONSTRING"),
        ] {
            try database.execute(sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 0)", arguments: [number, name])
        }
    }

    /// Returns the number of tombstone columns of the store.
    static func tombstones(in database: Database) throws -> Int {
        let columns = Set(try database.columns(in: "ACHANGE").map(\.name))
        return (0...).first { !columns.contains(tombstone($0)) } ?? 0
    }

    /// Adds tombstone columns if the model preserves more attributes than the one that created the
    /// store.
    static func addTombstones(upTo count: Int, in database: Database) throws {
        for index in try tombstones(in: database)..<max(count, try tombstones(in: database)) {
            try database.execute(sql: "ALTER TABLE ACHANGE ADD COLUMN \(tombstone(index)) BLOB")
        }
    }

    /// Returns whether the store keeps names in ATRANSACTION, as older frameworks did.
    static func areOlder(_ database: Database) throws -> Bool { try !database.tableExists("ATRANSACTIONSTRING") }

    /// Adds ATRANSACTIONSTRING to an older store. Existing transactions remain as they are.
    static func addStrings(in database: Database) throws {
        for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] {
            try database.execute(sql: "ALTER TABLE ATRANSACTION ADD COLUMN \(column) INTEGER")
        }
        for statement in createStrings { try database.execute(sql: statement) }
        try database.execute(
            sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, 'TRANSACTIONSTRING', 0, 0)", arguments: [stringEntity])
    }
}
