public import Foundation
internal import StrataModelDifference

/// The key of the entities' version hashes, `[String: Data]`, in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's `versionIdentifiers` in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension NSManagedObjectModel {
    /// The version hash of each entity, by name.
    public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

    /// The SHA-256 over the version hashes of all entities, in Base64. It is equal for models with
    /// equal version hashes.
    public var versionChecksum: String { VersionHashes.checksum(entityVersionHashesByName) }

    /// Whether a store with the given metadata was created with the entities of a configuration, or
    /// of the whole model for nil and for the `configurationName` of a store of all entities.
    ///
    /// False for an unknown configuration. Compares version hashes, so it is false for a store that
    /// Apple's frameworks created.
    public func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data],
            entities(forConfigurationName: configuration) != nil
        else { return false }
        // Ignored: it throws for an unknown configuration only, which was excluded above.
        let entities = (try? self.entities(of: configuration)).map(Array.init) ?? self.entities
        return hashes == Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
    }
}
