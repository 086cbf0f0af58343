internal import Foundation
internal import GRDB

/// Reads and writes Z_MODELCACHE, which stores the model that a store was created with as a
/// compressed keyed archive.
enum ModelCache {
    static func createTable(_ database: Database) throws {
        try database.execute(sql: "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    }

    /// Writes the model of a new store, or of a migrated one after the old row is deleted.
    static func write(_ model: NSManagedObjectModel, to database: Database) throws {
        try database.execute(
            sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [try Deflate.pack(ModelArchiver.archive(model))])
    }

    /// Returns the cached model of a store, which Apple's Core Data may have written; nil if the
    /// store has none, like very old stores.
    ///
    /// - Throws: an error if the cache cannot be decoded.
    static func model(in database: Database) throws -> NSManagedObjectModel? {
        guard try database.tableExists("Z_MODELCACHE"),
            let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
        else { return nil }
        return try ModelUnarchiver.model(Deflate.unpack(content))
    }
}
