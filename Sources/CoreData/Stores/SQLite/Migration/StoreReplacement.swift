internal import Foundation
internal import GRDB

/// Replaces the content of a store's file by a store that is built in another file, in one
/// transaction.
///
/// A migration by a mapping model builds its destination store while the source store must not
/// change:
///
/// 1. A connection to the file begins a write transaction, which waits for other processes and keeps
///    them from writing. Reading is still possible, so the new store is built from the file itself.
/// 2. `build` creates the new store in a folder beside the file.
/// 3. In the same transaction, all tables are dropped, and those of the new file are copied. The
///    store keeps its UUID, the app's metadata, and the numbers of its history.
/// 4. The transaction is committed, and the folder is removed.
///
/// Invariant: another process sees the old store or the new one. If this process ends at any moment,
/// SQLite rolls the transaction back, and the next replacement removes the folder.
struct StoreReplacement {
    private let url: URL
    private let connection: StoreConnection
    private let folder: URL

    init(_ description: NSPersistentStoreDescription, url: URL) throws {
        self.url = url
        connection = try StoreConnection(description, url: url)
        folder = URL(filePath: url.resolvingSymlinksInPath().path + "-migrating")
    }

    /// Replaces the store, unless it has other version hashes than expected, as after a migration by
    /// another process.
    ///
    /// - Parameter build: creates a store at a URL.
    /// - Returns: whether the store was replaced.
    @discardableResult
    func replace(_ hashes: [String: Data], build: (URL) throws -> Void) throws -> Bool {
        do {
            return try replaceUnchecked(hashes, build)
        } catch let error as DatabaseError {
            throw NSError(error, doing: "migrated", url)
        }
    }

    private func replaceUnchecked(_ hashes: [String: Data], _ build: (URL) throws -> Void) throws -> Bool {
        try removeFolder()
        let writer = try connection.open()
        defer {
            // Ignored: the store was replaced, or the cause is thrown.
            try? writer.close()
            // Ignored: a folder that remains is removed by the next replacement.
            try? removeFolder()
        }
        return try writer.writeWithoutTransaction { database in
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let new = folder.appending(path: url.lastPathComponent)
            // Attached before the transaction, in which that is impossible. SQLite opens the file when it
            // is first read.
            try database.execute(sql: "ATTACH ? AS new", arguments: [new.path])
            // Ignored: closing the connection detaches the file too.
            defer { try? database.execute(sql: "DETACH new") }
            try database.beginTransaction(.deferred)
            do {
                // Takes the write lock of this file, and not that of the attached one.
                try database.execute(sql: "UPDATE Z_METADATA SET Z_VERSION = Z_VERSION")
                let metadata = try StoreMetadata(in: database)
                guard metadata?.values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:] == hashes else {
                    try database.rollback()
                    return false
                }
                try build(new)
                let external = ExternalData(store: url)
                try external.copyFiles(of: ExternalData(store: new), links: true)
                try copy(database, metadata)
                try database.commit()
                return true
            } catch {
                if database.isInsideTransaction { try database.rollback() }
                throw error
            }
        }
    }

    private func removeFolder() throws {
        try FileManager.default.removeIfPresent(folder)
    }

    // MARK: Copying

    /// A table, index or trigger of a database.
    private struct Item {
        let name: String
        let type: String
        let sql: String?
    }

    private static let history: Set = ["ATRANSACTION", "ACHANGE", "ATRANSACTIONSTRING"]

    private func copy(_ database: Database, _ metadata: StoreMetadata?) throws {
        let historyKeys = try GRDB.Row.fetchAll(
            database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM main.Z_PRIMARYKEY WHERE Z_ENT >= ?",
            arguments: [HistoryTables.changeEntity])
        try dropTables(database)
        let tables = try tables(of: "new", database)
        for table in tables where !Self.history.contains(table.name) {
            guard let sql = table.sql else { continue }
            try database.execute(sql: sql)
            let name = table.name.quotedDatabaseIdentifier
            try database.execute(sql: "INSERT INTO main.\(name) SELECT * FROM new.\(name)")
        }
        for item in try items(of: "new", database) where item.type == "index" || item.type == "trigger" {
            if let sql = item.sql { try database.execute(sql: sql) }
        }
        for row in historyKeys {
            try database.execute(
                sql: "INSERT OR REPLACE INTO main.Z_PRIMARYKEY VALUES (?, ?, ?, ?)",
                arguments: [row["Z_ENT"], row["Z_NAME"], row["Z_SUPER"], row["Z_MAX"]])
        }
        try keepMetadata(database, metadata)
        guard try database.tableExists("ATRANSACTION") else { return }
        if try HistoryTables.areOlder(database) { try HistoryTables.addStrings(in: database) }
        try HistoryWriter(database, TransactionOrigin(author: HistoryMigration.author), .first).finish(evenIfEmpty: true)
    }

    /// Drops all tables but those of the history, whose rows are deleted: they are about rows that no
    /// longer exist under the same keys. Their numbers are kept, so that tokens of these rows expire.
    private func dropTables(_ database: Database) throws {
        let tables = try tables(of: "main", database)
        for table in tables where Self.history.contains(table.name) && table.name != "ATRANSACTIONSTRING" {
            try database.execute(sql: "DELETE FROM main.\(table.name)")
        }
        for table in tables where !Self.history.contains(table.name) {
            try database.execute(sql: "DROP TABLE main.\(table.name.quotedDatabaseIdentifier)")
        }
    }

    /// Returns the tables that are created by statements of their own, without the shadow tables of
    /// virtual ones.
    private func tables(of schema: String, _ database: Database) throws -> [Item] {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM pragma_table_list WHERE schema = ? AND type IN ('table', 'virtual') \
                AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """, arguments: [schema])
        return try items(of: schema, database).filter { $0.type == "table" && names.contains($0.name) }
    }

    private func items(of schema: String, _ database: Database) throws -> [Item] {
        let rows = try GRDB.Row.fetchAll(
            database, sql: "SELECT type, name, tbl_name, sql FROM \(schema).sqlite_schema ORDER BY rowid")
        return rows.filter { !Self.history.contains($0["tbl_name"]) || schema == "main" }
            .map { Item(name: $0["name"], type: $0["type"], sql: $0["sql"]) }
    }

    /// Gives the new store the UUID and the app's own metadata of the old one.
    private func keepMetadata(_ database: Database, _ old: StoreMetadata?) throws {
        guard let old, var new = try StoreMetadata(in: database) else { return }
        new.identifier = old.identifier
        new.values = StoreMetadata.replacing(new.values, with: old.values.filter { !StoreMetadata.isOwn($0.key) })
        try new.write(to: database)
    }
}
