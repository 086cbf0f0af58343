internal import Foundation
internal import GRDB
internal import StrataArchives
internal import StrataModelDifference

/// A store's metadata: the row of Z_METADATA, with Core Data's own keys and those that an app
/// added.
struct StoreMetadata {
    /// `Z_UUID`.
    var identifier: String
    /// `Z_PLIST`.
    var values: [String: Any]

    init(identifier: String, values: [String: Any]) {
        self.identifier = identifier
        self.values = values
    }

    /// Creates the metadata of a new store, with a new UUID.
    ///
    /// - Parameter hashes: the version hashes of the entities that the store keeps.
    init(newStoreOf model: NSManagedObjectModel, _ hashes: [String: Data]) {
        identifier = UUID().uuidString
        values = [NSStoreTypeKey: NSSQLiteStoreType, "_NSAutoVacuumLevel": "2"]
        setModel(model, hashes)
    }

    /// Sets the values that describe the model; the app's own values remain.
    ///
    /// - Parameter hashes: the version hashes of the entities that the store keeps.
    mutating func setModel(_ model: NSManagedObjectModel, _ hashes: [String: Data]) {
        let described: [String: Any] = [
            NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0)" }.sorted(),
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesDigest": VersionHashes.digest(hashes),
            NSPersistentStoreModelVersionChecksumKey: VersionHashes.checksum(hashes),
            // The version of the hash algorithm, and that of Apple's framework whose file format is
            // followed.
            "NSStoreModelVersionHashesVersion": 3,
            "NSPersistenceFrameworkVersion": 1_345,
        ]
        values.merge(described) { _, new in new }
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

    /// Returns the new metadata, with Core Data's own keys of the old metadata where the new lacks
    /// them.
    static func replacing(_ old: [String: Any], with new: [String: Any]) -> [String: Any] {
        old.filter { isOwn($0.key) }.merging(new) { _, new in new }
    }

    /// Whether a key is one of Core Data's own.
    static func isOwn(_ key: String) -> Bool {
        key.hasPrefix("NSStore") || key.hasPrefix("NSPersistence") || key.hasPrefix("_NS")
            || key == NSPersistentStoreDeferredLightweightMigrationOptionKey
    }
}
