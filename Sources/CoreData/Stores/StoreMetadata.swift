internal import Foundation
internal import StrataModelDifference

/// A store's metadata, with Core Data's own keys and those that an app added.
struct StoreMetadata {
    /// The store's UUID.
    var identifier: String
    /// The other values: property list values, by key.
    var values: [String: Any]

    init(identifier: String, values: [String: Any]) {
        self.identifier = identifier
        self.values = values
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
