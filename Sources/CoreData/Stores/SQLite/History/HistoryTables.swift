internal import GRDB

/// The tables of persistent history, as Core Data lays them out.
///
/// ATRANSACTION has a row a save or batch request, ACHANGE a row a changed object. Names of authors, bundles, contexts and
/// processes are kept once, in ATRANSACTIONSTRING; the columns that held them in older stores stay NULL in new rows. ACHANGE has as many columns
/// ZTOMBSTONE0, ZTOMBSTONE1 … as an entity has attributes to keep of deleted objects.
enum HistoryTables {
    static let changeEntity: Int64 = 16_001
    static let transactionEntity: Int64 = 16_002
    static let stringEntity: Int64 = 16_003

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

    /// What stores have that keep names once.
    private static let createStrings = [
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]

    /// - Parameter tombstones: how many attributes at most an entity keeps of its deleted objects.
    static func create(in database: Database, tombstones: Int) throws {
        try database.execute(sql: createChange(tombstones: tombstones))
        for statement in createOthers + createStrings { try database.execute(sql: statement) }
        for (number, name) in [
            (changeEntity, "CHANGE"), (transactionEntity, "TRANSACTION"), (stringEntity, "TRANSACTIONSTRING"),
        ] {
            try database.execute(sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, 0, 0)", arguments: [number, name])
        }
    }

    /// How many columns for tombstones the store has.
    static func tombstones(in database: Database) throws -> Int {
        let columns = Set(try database.columns(in: "ACHANGE").map(\.name))
        return (0...).first { !columns.contains(tombstone($0)) } ?? 0
    }

    /// Adds columns where a model came to keep more than the one that made the store.
    static func addTombstones(upTo count: Int, in database: Database) throws {
        for index in try tombstones(in: database)..<max(count, try tombstones(in: database)) {
            try database.execute(sql: "ALTER TABLE ACHANGE ADD COLUMN \(tombstone(index)) BLOB")
        }
    }

    /// Whether the store keeps names in the transactions themselves, as older frameworks did.
    static func areOlder(_ database: Database) throws -> Bool { try !database.tableExists("ATRANSACTIONSTRING") }

    /// Has a store of the older form keep names once from now on. Its transactions stay as they are.
    static func addStrings(in database: Database) throws {
        for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] {
            try database.execute(sql: "ALTER TABLE ATRANSACTION ADD COLUMN \(column) INTEGER")
        }
        for statement in createStrings { try database.execute(sql: statement) }
        try database.execute(
            sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, 'TRANSACTIONSTRING', 0, 0)", arguments: [stringEntity])
    }
}
