public import Foundation
public import StrataPredicates

/// The purpose of an entity mapping. Raw values are Apple's.
public enum NSEntityMappingType: UInt, Sendable {
    /// Not stated. The property mappings and the policy determine what happens.
    case undefinedEntityMappingType = 0
    /// A migration policy of the app's creates the objects.
    case customEntityMappingType = 1
    /// The entity is new. It has no source entity.
    case addEntityMappingType = 2
    /// The entity no longer exists. Its objects are not migrated.
    case removeEntityMappingType = 3
    /// The entity is unchanged. Its objects are copied.
    case copyEntityMappingType = 4
    /// The entity exists in both models, with other properties.
    case transformEntityMappingType = 5
}

/// A rule for the objects of one entity: which objects of a source entity become objects of a
/// destination entity, and how their properties are computed.
///
/// ```swift
/// let mapping = NSEntityMapping()
/// mapping.name = "PersonToContact"
/// mapping.mappingType = .transformEntityMappingType
/// mapping.sourceEntityName = "Person"
/// mapping.destinationEntityName = "Contact"
/// ```
open class NSEntityMapping: NSObject {
    /// The name of the mapping, unique in its mapping model. Value expressions refer to it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var name: String! = ""
    /// The purpose of the mapping; undefined unless set. A removal creates no objects, and a custom
    /// mapping needs an `entityMigrationPolicyClassName`.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType
    /// The name of the entity in the source model; nil for an added entity.
    open var sourceEntityName: String?
    /// The version hash of the source entity; nil to accept any version.
    open var sourceEntityVersionHash: Data?
    /// The name of the entity in the destination model; nil for a removed entity.
    open var destinationEntityName: String?
    /// The version hash of the destination entity; nil to accept any version.
    open var destinationEntityVersionHash: Data?
    /// The rules for the attributes. In a copy mapping, nil copies all attributes that both entities
    /// have.
    open var attributeMappings: [NSPropertyMapping]?
    /// The rules for the relationships. In a copy mapping, nil copies all relationships that both
    /// entities have.
    open var relationshipMappings: [NSPropertyMapping]?
    /// The expression for the source objects: a `FETCH`, or an expression that evaluates to a
    /// collection of objects. No objects are migrated without it.
    open var sourceExpression: NSExpression?
    /// Values for the app's own use.
    open var userInfo: [AnyHashable: Any]?
    /// The name of a subclass of `NSEntityMigrationPolicy`, such as `App.PersonPolicy`; nil for
    /// `NSEntityMigrationPolicy` itself. A name without a module is searched in the module of the
    /// mapping model, in the main program's module and in those that have a model.
    open var entityMigrationPolicyClassName: String?

    /// The module that a mapping model file was compiled into, where the policy is searched first.
    var module: String?
    /// The properties of a mapping model file whose expressions are generated.
    var generatedProperties: [GeneratedProperty] = []
    /// Whether the mapping came from a file and the models were not consulted yet.
    var isUnresolved = false

    /// Creates a mapping without a name.
    public override init() {}

    open override var description: String {
        "(<NSEntityMapping: \(address(of: self))>) name \(name ?? "(null)"), mappingType \(mappingType.rawValue), sourceEntityName \(sourceEntityName ?? "(null)"), destinationEntityName \(destinationEntityName ?? "(null)"), entityMigrationPolicyClassName \(entityMigrationPolicyClassName ?? "(null)")"
    }
}

extension NSEntityMapping {
    /// The words for the mapping in errors.
    var title: String { "The entity mapping '\(name ?? "")'" }
}
