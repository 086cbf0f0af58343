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
