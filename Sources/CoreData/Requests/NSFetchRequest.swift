public import Foundation
public import Predicates
internal import Traps

/// Which objects of an entity to fetch, in which order, and what of them.
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
    /// How many objects have their values read together, when the first of them is looked at; 0 for all, with the fetch.
    ///
    /// The fetch itself then reads identifiers only.
    public var fetchBatchSize = 0
    public var resultType = NSFetchRequestResultType.managedObjectResultType
    /// Whether unsaved changes of the context count. They never do for dictionaries.
    public var includesPendingChanges = true
    /// Whether objects of the entity's subentities are returned too.
    public var includesSubentities = true
    /// Whether the fetch reads the objects' values; if not, they are read when somebody looks at them.
    public var includesPropertyValues = true
    /// Whether objects come as faults: their values are at hand, but `awakeFromFetch` waits until one is looked at.
    public var returnsObjectsAsFaults = true
    /// Whether objects that the context has already take on the values in the store, under their unsaved changes.
    public var shouldRefreshRefetchedObjects = false
    /// Relationships, as key paths, whose objects are read too: two statements for each relationship on the way, however many objects
    /// there are.
    public var relationshipKeyPathsForPrefetching: [String]?

    /// What dictionaries hold, as names, property or expression descriptions; nil for all attributes and to-one relationships.
    ///
    /// For managed objects: the attributes to read with the fetch. All others are read when somebody looks at one.
    public var propertiesToFetch: [Any]?
    /// What the matches are grouped by: one dictionary a group. All of `propertiesToFetch` are among these or aggregate expressions.
    public var propertiesToGroupBy: [Any]?
    /// Which groups count. It knows aggregate expressions and, by their names, the expressions of `propertiesToFetch`.
    public var havingPredicate: NSPredicate?
    /// Whether equal dictionaries are returned once. Needs `propertiesToFetch`.
    public var returnsDistinctResults = false

    public override init() {}

    public init(entityName: String) {
        self.entityName = entityName
    }

    init(entity: NSEntityDescription) {
        givenEntity = entity
        entityName = entity.name
    }

    /// Creates a copy of a request, for results of another type.
    ///
    /// Takes the place of a cast, such as `request as! NSFetchRequest<Quake>` on Apple's platforms:
    /// in Swift alone, two specializations of a generic class are unrelated types, and no cast
    /// leads from one to the other.
    public convenience init<Other>(_ other: NSFetchRequest<Other>) {
        self.init()
        takeOver(other)
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
    ///
    /// - Parameter sectionPath: what is read along relationships besides, to divide the results by.
    func query(in context: NSManagedObjectContext, sectionPath: [String]? = nil) throws -> StoreQuery {
        var query = try StoreQuery(
            layout(in: context), predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
            includesSubentities: includesSubentities, sectionPath: sectionPath
        )
        query.keySpaces = affectedStores.map { context.coordinator.stores.keySpaces(of: $0) }
        return query
    }

    /// Returns the entity as the context's model has it.
    ///
    /// A request that names an entity is for that one only. One without a name is for the entity of
    /// its result's class.
    func layout(in context: NSManagedObjectContext) -> EntityLayout {
        let model = context.model
        // By name: the entity may come from another copy of the model, as it does where each test makes its own.
        if let entityName {
            guard let entity = model.entitiesByName[entityName] else {
                let names = model.entitiesByName.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
                trap(
                    """
                    The fetch request is for the entity '\(entityName)', which the context's model does not have. Its entities: \
                    \(names.isEmpty ? "none" : names).
                    """)
            }
            return entity.layout
        }
        guard let entity = (ResultType.self as? NSManagedObject.Type).flatMap(model.entity(of:)) else {
            trap(
                """
                The fetch request names no entity, and the context's model has none whose class is \(ResultType.self). Create the \
                request with init(entityName:), or set its entity.
                """)
        }
        return entity.layout
    }

    /// Makes this request ask what another asks.
    package func takeOver<Other>(_ other: NSFetchRequest<Other>) {
        entityName = other.entityName
        givenEntity = other.givenEntity
        predicate = other.predicate
        sortDescriptors = other.sortDescriptors
        fetchLimit = other.fetchLimit
        fetchOffset = other.fetchOffset
        fetchBatchSize = other.fetchBatchSize
        resultType = other.resultType
        includesPendingChanges = other.includesPendingChanges
        includesSubentities = other.includesSubentities
        includesPropertyValues = other.includesPropertyValues
        returnsObjectsAsFaults = other.returnsObjectsAsFaults
        shouldRefreshRefetchedObjects = other.shouldRefreshRefetchedObjects
        relationshipKeyPathsForPrefetching = other.relationshipKeyPathsForPrefetching
        propertiesToFetch = other.propertiesToFetch
        propertiesToGroupBy = other.propertiesToGroupBy
        havingPredicate = other.havingPredicate
        returnsDistinctResults = other.returnsDistinctResults
        affectedStores = other.affectedStores
    }

    public override var description: String {
        func text(_ part: String?) -> String { "(\(part ?? "(null)"))" }
        var parts = [
            "entity: \(entityName ?? "(null)")", "predicate: \(text(predicate?.predicateFormat))",
            "sortDescriptors: \(text(sortDescriptors.map { PropertyListText.list($0.map(\.description)) }))",
        ]
        if fetchOffset > 0 { parts.append("offset: \(fetchOffset)") }
        if fetchLimit > 0 { parts.append("limit: \(fetchLimit)") }
        if fetchBatchSize > 0 { parts.append("batch size: \(fetchBatchSize)") }
        parts.append("type: \(resultType.name)")
        return "<NSFetchRequest: \(address(of: self))> (\(parts.map { "\($0); " }.joined()))"
    }
}

extension NSFetchRequest: NSCopying {
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.takeOver(self)
        return copy
    }
}
