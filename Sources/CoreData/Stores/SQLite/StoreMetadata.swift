internal import Foundation
internal import GRDB

/// What a store knows of itself: the row of Z_METADATA, with the keys that Apple's Core Data writes and those that an app added.
struct StoreMetadata {
    /// `Z_UUID`.
    let identifier: String
    /// `Z_PLIST`.
    var values: [String: Any]

    /// Those of a new store.
    init(newStoreOf model: NSManagedObjectModel) {
        identifier = UUID().uuidString
        let hashes = model.entityVersionHashesByName
        values = [
            "NSStoreType": NSSQLiteStoreType,
            NSStoreModelVersionIdentifiersKey: model.versionIdentifiers.map { "\($0)" }.sorted(),
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesDigest": VersionHashes.digest(hashes),
            "NSStoreModelVersionChecksumKey": VersionHashes.checksum(hashes),
            // The third way of making hashes, and the framework whose files ours are modelled on.
            "NSStoreModelVersionHashesVersion": 3,
            "NSPersistenceFrameworkVersion": 1_345,
            "_NSAutoVacuumLevel": "2",
        ]
    }

    /// Those in a store; nil where the table is empty.
    init?(in database: Database) throws {
        guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT Z_UUID, Z_PLIST FROM Z_METADATA"),
            let identifier: String = row[0]
        else { return nil }
        self.identifier = identifier
        // One that cannot be read says nothing; the tables decide then.
        let list = (row[1] as Data?).flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
        values = list as? [String: Any] ?? [:]
    }

    /// What apps are given: the list with the store's identifier and type.
    var dictionary: [String: Any] {
        values.merging(["NSStoreUUID": identifier, "NSStoreType": NSSQLiteStoreType]) { _, own in own }
    }

    /// Writes the row, in place of one that is there.
    ///
    /// - Throws: an error in `NSCocoaErrorDomain` for a value that no property list holds.
    func write(to database: Database) throws {
        try database.execute(
            sql:
                "INSERT INTO Z_METADATA VALUES (1, ?, ?) ON CONFLICT (Z_VERSION) DO UPDATE SET Z_UUID = excluded.Z_UUID, Z_PLIST = excluded.Z_PLIST",
            arguments: [identifier, try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)]
        )
    }
}
