import Foundation
import GRDB
import StrataArchives
import Testing

@testable import CoreData

/// A connection of its own to a store's file, to see what is written there.
struct StoreSQL {
    let database: DatabaseQueue

    init(_ url: URL) throws { database = try DatabaseQueue(path: url.path) }

    /// Returns the statement that created a table or an index; nil if there is none.
    func statement(_ name: String) throws -> String? {
        try database.read { try String.fetchOne($0, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [name]) }
    }

    /// Returns all statements that created tables and indexes, without those of the history.
    func statements() throws -> [String] {
        try database.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }.filter { !$0.contains("ACHANGE") && !$0.contains("ATRANSACTION") }
    }

    /// Returns the types of a table's columns, by name; none if there is no such table.
    func columns(_ table: String) throws -> [String: String] {
        try database.read { database in
            guard try database.tableExists(table) else { return [:] }
            return Dictionary(uniqueKeysWithValues: try database.columns(in: table).map { ($0.name, $0.type) })
        }
    }

    /// Returns the names of a table's indexes that statements created.
    func indexes(_ table: String) throws -> Set<String> {
        try database.read { database in
            Set(
                try String.fetchAll(
                    database, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
                    arguments: [table]))
        }
    }

    /// Returns the only value of a query; nil for null and for no row.
    func value<T: DatabaseValueConvertible>(_ sql: String, as type: T.Type = T.self) throws -> T? {
        try database.read { try T.fetchOne($0, sql: sql) }
    }

    /// Returns the rows of a query, with each value as text.
    func rows(_ sql: String) throws -> [[String]] {
        try database.read { database in
            try GRDB.Row.fetchAll(database, sql: sql).map { row in row.databaseValues.map { $0.isNull ? "NULL" : "\($0)" } }
        }
    }

    func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try database.write { try $0.execute(sql: sql, arguments: arguments) }
    }

    /// Returns the property list of Z_METADATA.
    func metadata() throws -> [String: Any] {
        let data = try #require(try value("SELECT Z_PLIST FROM Z_METADATA", as: Data.self))
        return try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    /// Returns the archive in Z_MODELCACHE.
    func modelArchive() throws -> KeyedArchive {
        try KeyedArchive(Deflate.unpack(try #require(try value("SELECT Z_CONTENT FROM Z_MODELCACHE", as: Data.self))))
    }
}

extension KeyedArchive {
    /// Returns the fields of the property with a name in an entity.
    func property(_ entity: String, _ name: String) -> [String: PropertyList]? {
        objects.indices.lazy.compactMap { fields($0) }.first { found in
            string(found["NSPropertyName"]) == name
                && string(fields(found["NSEntity"]?.reference)?["NSEntityName"]) == entity
                && found["NSRenamingIdentifier"] != nil
        }
    }

    /// Returns the fields of an entity.
    func entity(_ name: String) -> [String: PropertyList]? {
        objects.indices.lazy.filter { className($0) == "NSEntityDescription" }.compactMap { fields($0) }
            .first { string($0["NSEntityName"]) == name }
    }
}

/// Moves the log of a store into its file, so that a connection that closes late changes no byte.
func emptyLog(of url: URL) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let database = try DatabaseQueue(path: url.path, configuration: configuration)
    try database.inDatabase { _ = try $0.checkpoint(.truncate) }
    try database.close()
}

/// Returns the bytes of a store's file and of its log; none for a file that does not exist.
func storedBytes(_ url: URL) -> [Data] {
    ["", "-wal"].map { FileManager.default.contents(atPath: url.path + $0) ?? Data() }
}
