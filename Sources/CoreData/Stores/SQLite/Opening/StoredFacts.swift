internal import GRDB

/// The tables and the metadata of a file, which are read once while it is opened.
struct StoredFacts {
    /// Whether the database has no table, index, view or trigger.
    let isEmpty: Bool
    /// The row of Z_METADATA; nil if there is no such table, or no such row.
    let metadataRow: MetadataRow?
    /// The metadata in the row.
    let metadata: StoreMetadata?
    /// The names of the tables, in lowercase.
    private let tables: Set<String>

    init(_ database: Database) throws {
        // Not `tableExists`, which keeps the definitions of all tables and indexes.
        isEmpty = try !(Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master)") ?? false)
        let names = try GRDB.Row.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = Set(names.compactMap { String.fromDatabaseValue($0[0])?.lowercased() })
        metadataRow = tables.contains("z_metadata") ? try MetadataRow(in: database) : nil
        metadata = metadataRow.map(StoreMetadata.init)
    }

    /// Whether the database has a table, as it was when this was read.
    func hasTable(_ name: String) -> Bool { tables.contains(name.lowercased()) }
}
