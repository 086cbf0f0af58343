internal import Foundation
internal import GRDB
internal import StrataArchives

// The metadata of a store are the row of Z_METADATA: the identifier is in `Z_UUID`, the other values
// in `Z_PLIST`.
extension StoreMetadata {
    /// Creates the metadata of a new store, with a new UUID.
    ///
    /// - Parameter hashes: the version hashes of the entities that the store keeps.
    init(newStoreOf model: NSManagedObjectModel, _ hashes: [String: Data]) {
        identifier = UUID().uuidString
        values = [NSStoreTypeKey: NSSQLiteStoreType, "_NSAutoVacuumLevel": "2"]
        setModel(model, hashes)
    }

    /// Reads a store's metadata; nil if the table is empty, or its row has no UUID.
    init?(in database: Database) throws {
        // Not by the subscripts' types, which end the process for a value of another type.
        guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA"),
            let identifier = String.fromDatabaseValue(row[0])
        else { return nil }
        self.identifier = identifier
        // Ignored: an unreadable list counts as empty. Without version hashes, the tables decide
        // whether the store fits the model.
        values = Data.fromDatabaseValue(row[1]).flatMap { try? Self.list($0) } ?? [:]
    }

    private static func list(_ data: Data) throws -> [String: Any]? {
        try PropertyList.object(in: data) as? [String: Any]
    }

    /// The metadata as apps see it: the property list with the store's UUID and type.
    var dictionary: [String: Any] {
        values.merging([NSStoreUUIDKey: identifier, NSStoreTypeKey: NSSQLiteStoreType]) { _, own in own }
    }

    /// Writes the row, and replaces an existing one. Throws for a value that a property list cannot
    /// hold.
    func write(to database: Database) throws {
        var values = values
        values[NSStoreUUIDKey] = nil
        let list: Data
        do {
            list = try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
        } catch {
            throw NSError(
                code: NSPersistentStoreSaveError,
                "The store's metadata has values that a property list cannot hold: \(values). Use numbers, strings, dates, data, arrays and dictionaries.",
                [NSUnderlyingErrorKey: error])
        }
        try database.execute(
            sql: """
                INSERT INTO Z_METADATA VALUES (1, ?, ?) \
                ON CONFLICT (Z_VERSION) DO UPDATE SET Z_UUID = excluded.Z_UUID, Z_PLIST = excluded.Z_PLIST
                """,
            arguments: [identifier, list])
    }
}
