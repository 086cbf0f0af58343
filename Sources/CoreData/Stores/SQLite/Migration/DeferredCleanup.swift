internal import Foundation
internal import GRDB

/// The work that a deferred migration leaves in a store's file: to drop the columns and tables that
/// the new model does not have, and to create the indexes that the model declares.
///
/// The file itself is the list. What is to be dropped has a name with `prefix`, which no column and
/// no table of a model has, and an index is missing if the layout asks for it. So the list agrees
/// with the file, whatever was interrupted and however often the store was migrated meanwhile. The
/// store's metadata only say whether there is anything to do.
///
/// Nothing reads or writes what is left: statements name the columns and tables that they use.
struct DeferredCleanup {
    /// One step, which is one transaction.
    enum Task {
        case dropColumn(String, table: String)
        case dropTable(String)
        case createIndex(String)
    }

    /// The start of the names of what is left.
    static let prefix = "STRATA_REMOVED_"

    let layout: StoreLayout
    let schema: QuerySchema

    /// Returns the steps that are left: columns first, since they are in the tables that are in use.
    func tasks(_ database: Database) throws -> [Task] {
        let columns = try GRDB.Row.fetchAll(
            database,
            sql: """
                SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c \
                WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT GLOB '\(Self.prefix)*' \
                AND c.name GLOB '\(Self.prefix)*' ORDER BY m.name, c.cid
                """)
        let existing = Set(try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'index'"))
        let missing = indexes.filter { statement in
            SQLiteMigration.name(in: statement).map { !existing.contains($0) } ?? false
        }
        return columns.map { .dropColumn($0[1], table: $0[0]) } + (try Self.tables(database)).map { .dropTable($0) }
            + missing.map { .createIndex($0) }
    }

    func perform(_ task: Task, _ database: Database) throws {
        switch task {
        case .dropColumn(let column, let table):
            try database.execute(sql: "ALTER TABLE \(table.quotedDatabaseIdentifier) DROP COLUMN \(column)")
        case .dropTable(let table): try database.execute(sql: "DROP TABLE \(table)")
        case .createIndex(let statement): try database.execute(sql: statement)
        }
    }

    /// The statements of the indexes that can be created later: those that the model declares for its
    /// own fetches. Relationships are read by the others, unique indexes check values, and R-trees are
    /// read if the store has them when it is opened.
    var indexes: [String] {
        let needed = Set(
            layout.tables.flatMap(\.referenceIndexes) + layout.joins.map(\.createIndex) + layout.tables.map(\.entityIndex))
        return layout.createStatements(schema).filter { $0.hasPrefix("CREATE INDEX ") && !needed.contains($0) }
    }

    /// Returns the tables that are left.
    static func tables(_ database: Database) throws -> [String] {
        try String.fetchAll(
            database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '\(prefix)*' ORDER BY name")
    }
}

/// New names for columns and tables that a deferred migration leaves.
struct RemovedNames {
    private var last: Int

    /// - Parameter database: The file, which may have such names from an earlier migration.
    init(_ database: Database) throws {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' UNION SELECT c.name FROM sqlite_master m, \
                pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'
                """)
        last =
            names.filter { $0.hasPrefix(DeferredCleanup.prefix) }
            .compactMap { Int($0.dropFirst(DeferredCleanup.prefix.count)) }.max() ?? 0
    }

    mutating func next() -> String {
        last += 1
        return "\(DeferredCleanup.prefix)\(last)"
    }
}
