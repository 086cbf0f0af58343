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
    /// store has none, like very old stores. The raw values of enumerations are as optional as their
    /// attributes.
    ///
    /// - Throws: an error if the cache cannot be decoded.
    static func model(in database: Database) throws -> NSManagedObjectModel? {
        guard try database.tableExists("Z_MODELCACHE"),
            let content = try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
        else { return nil }
        let model = try ModelUnarchiver.model(Deflate.unpack(content))
        for entity in model.entities {
            for case let composite as NSCompositeAttributeDescription in entity.ownProperties { composite.alignRawValue() }
        }
        return model
    }
}

extension NSCompositeAttributeDescription {
    /// Makes the raw value of an enumeration as optional as the attribute.
    ///
    /// SwiftData describes an enumeration with raw values by a composite attribute with one element of
    /// its own name. On Apple's platforms, the element may be optional although the attribute is
    /// required. Here it is required, too. That makes no other version of a model.
    fileprivate func alignRawValue() {
        guard userInfo?["EnumType"] != nil, userInfo?["enum"] == nil, elements.count == 1, elements[0].name == name,
            elements[0].isOptional != isOptional
        else { return }
        elements[0].isOptional = isOptional
    }
}
