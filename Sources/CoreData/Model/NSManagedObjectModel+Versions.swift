public import Foundation

/// The key of the entities' version hashes, `[String: Data]`, in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's `versionIdentifiers` in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSManagedObjectModel {
    /// The version hash of each entity, by name.
    public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

    /// A text that is the same for models whose entities have the same version hashes: SHA-256 over these, in base 64.
    public var versionChecksum: String { VersionHashes.checksum(entityVersionHashesByName) }

    /// Whether a store with this metadata was made with the entities of a configuration, or of the whole model for nil.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
            entities(forConfigurationName: configuration) != nil
        else { return false }
        let entities = (try? self.entities(of: configuration)).map(Array.init) ?? self.entities
        return hashes == Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
    }
}
