internal import Foundation
internal import GRDB
internal import StrataArchives

// The metadata of a store are the row of Z_METADATA: the identifier is in `Z_UUID`, the other values
// in `Z_PLIST`.

/// The row of Z_METADATA.
struct MetadataRow: Equatable {
    let identifier: String
    /// The property list; nil if there is none.
    let list: Data?

    /// Reads the row; nil if the table is empty, or the row has no UUID.
    init?(in database: Database) throws {
        // Not by the subscripts' types, which end the process for a value of another type.
        guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA"),
            let identifier = String.fromDatabaseValue(row[0])
        else { return nil }
        self.identifier = identifier
        list = Data.fromDatabaseValue(row[1])
    }
}

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
        guard let row = try MetadataRow(in: database) else { return nil }
        self.init(row)
    }

    init(_ row: MetadataRow) {
        identifier = row.identifier
        // Ignored: an unreadable list counts as empty. Without version hashes, the tables decide
        // whether the store fits the model.
        values = row.list.flatMap { try? PropertyList.object(in: $0) as? [String: Any] } ?? [:]
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
