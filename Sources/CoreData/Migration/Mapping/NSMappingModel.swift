public import Foundation

/// The rules for the migration of a store from one version of a model to another: one entity
/// mapping for each pair of entities.
///
/// A mapping model is built in code, inferred from the two models, or read from an
/// `.xcmappingmodel` that Xcode wrote. `NSMigrationManager` carries it out.
open class NSMappingModel: NSObject {
    /// The entity mappings, in the order in which they are carried out.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var entityMappings: [NSEntityMapping]! = [] {
        didSet { if entityMappings == nil { entityMappings = [] } }
    }

    /// The entity mappings by name. Of several mappings with one name, the first.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary(entityMappings.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates an empty mapping model.
    public override init() {}

    open override var description: String {
        "(<NSMappingModel: \(address(of: self))>) entityMappings \(PropertyListText.list(entityMappings.map(\.description)))"
    }
}

extension NSMappingModel {
    /// Whether the mappings name entities of the two models only, in the versions that their hashes
    /// state.
    func fits(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) -> Bool {
        guard !entityMappings.isEmpty else { return false }
        func fit(_ name: String?, _ hash: Data?, _ entities: [String: NSEntityDescription]) -> Bool {
            guard let name else { return true }
            guard let entity = entities[name] else { return false }
            return hash == nil || hash == entity.versionHash
        }
        let (before, after) = (source.entitiesByName, destination.entitiesByName)
        return entityMappings.allSatisfy { mapping in
            fit(mapping.sourceEntityName, mapping.sourceEntityVersionHash, before)
                && fit(mapping.destinationEntityName, mapping.destinationEntityVersionHash, after)
        }
    }
}
