public import Foundation
public import Predicates

/// What a fetch request may return: managed objects, their identifiers, numbers (counts) and dictionaries.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSNumber: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}

/// A request to a store; given to a context's `execute(_:)` or, for fetches, to `fetch(_:)`.
open class NSPersistentStoreRequest: NSObject {}

/// What a request returned.
open class NSPersistentStoreResult: NSObject {}

/// What a fetch returns for each match.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let managedObjectResultType: NSFetchRequestResultType = []
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// One dictionary a match, with the attributes that have a value.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number: how many match.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}

/// Which objects of an entity to fetch, and in which order.
///
/// The parameter has no constraint, so that `NSFetchRequest<NSFetchRequestResult>` can be written as on Apple's platforms,
/// where a protocol may conform to itself.
public final class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    public private(set) var entityName: String?
    private var givenEntity: NSEntityDescription?
    public var predicate: NSPredicate?
    public var sortDescriptors: [NSSortDescriptor]?
    /// The most matches to return; 0 for all.
    public var fetchLimit = 0
    /// How many matches to skip.
    public var fetchOffset = 0
    public var resultType = NSFetchRequestResultType.managedObjectResultType
    /// Whether unsaved changes of the context count. They never do for dictionaries.
    public var includesPendingChanges = true
    /// Whether objects of the entity's subentities are returned too.
    public var includesSubentities = true

    public override init() {}

    public init(entityName: String) {
        self.entityName = entityName
    }

    init(entity: NSEntityDescription) {
        givenEntity = entity
        entityName = entity.name
    }

    /// The entity; found by name where the request was made with a name and a model is loaded that has it.
    public var entity: NSEntityDescription? {
        get { givenEntity ?? entityName.flatMap(LoadedModels.entity(named:)) }
        set {
            givenEntity = newValue
            entityName = newValue?.name
        }
    }

    /// The request as a store reads it. Traps for an entity or a sort key that the context's model does not have.
    func query(in context: NSManagedObjectContext) throws -> StoreQuery {
        // By name: the entity may come from another copy of the model, as it does where each test makes its own.
        let entity =
            entityName.flatMap { context.model.entitiesByName[$0] }
            ?? (ResultType.self as? NSManagedObject.Type).flatMap(context.model.entity(of:))
        guard let entity else {
            preconditionFailure("The fetch request names no entity of the context's model: '\(entityName ?? "")'.")
        }
        return try StoreQuery(
            entity.layout, predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
            includesSubentities: includesSubentities
        )
    }
}

extension NSFetchRequest: NSCopying {
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.entityName = entityName
        copy.givenEntity = givenEntity
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.fetchLimit = fetchLimit
        copy.fetchOffset = fetchOffset
        copy.resultType = resultType
        copy.includesPendingChanges = includesPendingChanges
        copy.includesSubentities = includesSubentities
        return copy
    }
}
