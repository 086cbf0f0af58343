public import Foundation
public import StrataPredicates
internal import StrataTraps

/// A description of a search for objects: the entity, the predicate and order, and the kind of
/// result.
///
/// ```swift
/// let request = NSFetchRequest<Quake>(entityName: "Quake")
/// request.predicate = NSPredicate(format: "magnitude > %f", 5.0)
/// request.sortDescriptors = [NSSortDescriptor(key: "time", ascending: false)]
/// let quakes = try context.fetch(request)
/// ```
///
/// `ResultType` has no constraint, so that `NSFetchRequest<NSFetchRequestResult>` can be written as
/// on Apple's platforms. In Swift without Objective-C, a protocol does not conform to itself.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// The name of the entity to fetch; nil for the entity of the result's class.
    public private(set) var entityName: String?
    private var givenEntity: NSEntityDescription?
    /// The class of managed objects that the request was made for, before it was copied to a request
    /// with another type of result.
    private var copiedClass: NSManagedObject.Type?
    /// The condition that objects have to satisfy; nil for all objects.
    public var predicate: NSPredicate?
    /// The order of the results. Objects that are equal in all descriptors come in the order of
    /// their insertion, as do all objects if this is nil.
    public var sortDescriptors: [NSSortDescriptor]?
    /// The maximum number of matches to return; 0 for no limit.
    public var fetchLimit = 0
    /// The number of matches to skip, in the order of the sort descriptors.
    public var fetchOffset = 0
    /// The number of objects whose values are read together, when the first of them is accessed; 0
    /// to read all values with the fetch.
    ///
    /// With a batch size, the fetch itself reads identifiers only.
    public var fetchBatchSize = 0
    /// The kind of result that the fetch returns for each match; managed objects unless set.
    public var resultType = NSFetchRequestResultType.managedObjectResultType
    /// Whether the results reflect the context's unsaved changes. True unless set. Dictionary
    /// results never do.
    public var includesPendingChanges = true
    /// Whether the results include objects of the entity's subentities. True unless set.
    public var includesSubentities = true
    /// Whether the fetch reads the objects' values. True unless set. If false, each object is read
    /// when it is first accessed.
    public var includesPropertyValues = true
    /// Whether the fetch returns objects as faults. True unless set. The values of such a fault are
    /// in memory already, but `awakeFromFetch` is not called before the object is accessed.
    public var returnsObjectsAsFaults = true
    /// Whether objects that the context has already registered get the store's current values, with
    /// their unsaved changes reapplied on top. False unless set.
    public var shouldRefreshRefetchedObjects = false
    /// The key paths of relationships whose objects are read with the fetch: at most two statements
    /// for each relationship along the path, however many objects there are.
    public var relationshipKeyPathsForPrefetching: [String]?

    /// The properties that dictionary results contain, as names, key paths, or property or
    /// expression descriptions; nil for all attributes and to-one relationships.
    ///
    /// For managed objects: the attributes to read with the fetch. All other values are read when
    /// one of them is accessed.
    public var propertiesToFetch: [Any]?
    /// The properties to group by: the fetch returns one dictionary for each group. Each element of
    /// `propertiesToFetch` has to be among these or an aggregate expression.
    public var propertiesToGroupBy: [Any]?
    /// The condition that groups have to satisfy. It may contain aggregate expressions and name the
    /// expressions of `propertiesToFetch`.
    public var havingPredicate: NSPredicate?
    /// Whether equal dictionaries are returned only once. Needs `propertiesToFetch`.
    public var returnsDistinctResults = false

    /// The object from which a layer above Core Data has made the request, for that layer's own
    /// stores. Copies of the request keep it, and the request may have been changed since.
    package var source: AnyObject?

    /// Creates a request without an entity. Executing it uses the entity of the result's class.
    public override init() {}

    /// Creates a request for objects of the named entity. The name is looked up when the request is
    /// executed.
    public init(entityName: String) {
        self.entityName = entityName
    }

    convenience init(entity: NSEntityDescription) {
        self.init()
        givenEntity = entity
        entityName = entity.name
    }

    /// Creates a copy of a request, for results of another type.
    ///
    /// Replaces a cast such as `request as! NSFetchRequest<Quake>` on Apple's platforms: in Swift
    /// without Objective-C, two specializations of a generic class are unrelated types, and no cast
    /// converts between them.
    public convenience init<Other>(_ other: NSFetchRequest<Other>) {
        self.init()
        copySettings(of: other)
    }

    /// The entity to fetch. If the request was created with a name, the entity of that name in the
    /// most recently loaded model that has one.
    public var entity: NSEntityDescription? {
        get { givenEntity ?? entityName.flatMap(LoadedModels.entity(named:)) }
        set {
            givenEntity = newValue
            entityName = newValue?.name
        }
    }

    /// Returns the request as a query. Traps for an entity or a sort key that the context's model
    /// does not have.
    ///
    /// - Parameter sectionPath: A key path that divides the results into sections, to be read with
    ///   them.
    func query(in context: NSManagedObjectContext, sectionPath: [String]? = nil) throws -> StoreQuery {
        let layout = layout(in: context)
        var query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset,
            includesSubentities: includesSubentities, sectionPath: sectionPath,
            joinsMembers: context.coordinator.joinsMembers(of: layout))
        query.keySpaces = affectedStores.map { context.coordinator.stores.keySpaces(of: $0) }
        query = try query.readingConstants(
            in: context, pending: includesPendingChanges && !resultType.contains(.dictionaryResultType))
        query.origin = QueryOrigin.make(self, in: context)
        return query
    }

    /// Returns the layout of the request's entity in the context's model: of the entity that the
    /// request names or, without a name, of the entity of its result's class. Traps if the model
    /// has no such entity.
    func layout(in context: NSManagedObjectContext) -> EntityLayout {
        let model = context.model
        // By name, because the entity may come from another copy of the model, as in tests that
        // each create their own.
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
        guard let entity = objectClass.flatMap(model.entity(of:)) else {
            trap(
                """
                The fetch request names no entity, and the context's model has none whose class is \
                \(objectClass.map { "\($0)" } ?? "\(ResultType.self)"). Create the request with init(entityName:), or set its entity.
                """)
        }
        return entity.layout
    }

    /// The class whose entity a request without an entity fetches: that of its results or, if they
    /// are of any class, that of the request it is a copy of. Nil if neither is known.
    package var objectClass: NSManagedObject.Type? {
        let own = ResultType.self as? NSManagedObject.Type
        return own == nil || own == NSManagedObject.self ? copiedClass ?? own : own
    }

    /// Copies all properties of another request into this one.
    package func copySettings<Other>(of other: NSFetchRequest<Other>) {
        entityName = other.entityName
        givenEntity = other.givenEntity
        copiedClass = other.objectClass
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
        source = other.source
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
    /// Returns a request with the same properties.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.copySettings(of: self)
        return copy
    }
}
