internal import Foundation
internal import GRDB

/// The model that a store was made with, as Z_MODELCACHE keeps it: a keyed archive, packed.
enum ModelCache {
    static func write(_ model: NSManagedObjectModel, to database: Database) throws {
        try database.execute(
            sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [try Deflate.pack(ModelArchiving.archive(model))])
    }

    /// The model of a store, made by us or by Apple's; nil where the store keeps none, as the oldest do.
    ///
    /// - Throws: for a cache that cannot be read.
    static func model(in database: Database) throws -> NSManagedObjectModel? {
        guard try database.tableExists("Z_MODELCACHE"),
            let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
        else { return nil }
        return try ModelUnarchiving.model(Deflate.unpack(content))
    }
}
