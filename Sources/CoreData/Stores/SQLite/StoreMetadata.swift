internal import Foundation
internal import GRDB

/// What a store says of itself in its Z_METADATA table.
enum StoreMetadata {
    /// The store's UUID and its property list; nil where the table has no row.
    static func read(_ database: Database) throws -> (identifier: String, values: [String: Any])? {
        guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA"),
            let identifier: String = row[0]
        else { return nil }
        let list: Data? = row[1]
        let values = try list.flatMap {
            try PropertyListSerialization.propertyList(from: $0, options: [], format: nil) as? [String: Any]
        }
        return (identifier, values ?? [:])
    }

    static func write(_ identifier: String, _ values: [String: Any], _ database: Database) throws {
        var values = values
        values[NSStoreUUIDKey] = nil
        let list: Data
        do {
            list = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
        } catch {
            throw NSError(
                code: NSPersistentStoreSaveError,
                "The store's metadata holds what no property list can: \(values). Keep numbers, strings, dates, data, arrays and dictionaries.",
                [NSUnderlyingErrorKey: error])
        }
        try database.execute(sql: "UPDATE Z_METADATA SET Z_UUID = ?, Z_PLIST = ?", arguments: [identifier, list])
    }

    /// New metadata with the keys of Core Data's own that it lacks.
    static func replacing(_ old: [String: Any], with new: [String: Any]) -> [String: Any] {
        old.filter { $0.key.hasPrefix("NSStore") || $0.key.hasPrefix("_NS") }.merging(new) { _, new in new }
    }
}
