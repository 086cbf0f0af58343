public import Foundation
internal import StrataPredicates
internal import StrataTraps

/// The kind of result that a batch insertion returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// `true`.
    case statusOnly = 0
    /// The identifiers of the inserted and updated objects.
    case objectIDs = 1
    /// The number of inserted and updated objects.
    case count = 2
}

// # Batch requests
//
// A save costs objects: each is created, validated, tracked and compared. Batch requests write rows
// without any of that. `NSBatchInsertRequest` inserts rows that the app produces,
// `NSBatchUpdateRequest` sets attributes of all matching rows, `NSBatchDeleteRequest` deletes rows
// and follows their delete rules. All three run in the same steps, in `execute(in:)`:
//
// 1. The request looks up its entity by name in the context's model, and compiles its predicate to
//    a `StoreQuery`. A value that does not fit its attribute fails the request. It does not trap,
//    since a value is data and not code.
// 2. The request chooses its stores. An insertion goes to the first writable store that takes the
//    entity. Updates and deletions go to every store that can have matching rows.
// 3. Each store runs one transaction. It writes the rows with their versions (`Z_OPT`) and the
//    history, and appends its `ChangeSet` to the change feed before it commits (`announce`). With
//    several stores the transactions are nested, and none commits before all have written. An error
//    until then rolls back all.
// 4. The coordinator publishes the change set: to the change feed, which live results read at their
//    context's next change, and to the row cache, which evicts the rows.
//
// Contexts are not updated: objects that they have read keep their values, as on Apple's platforms.
// The app passes the identifiers of the result to
// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`, or merges the store's
// history.
//
// **Invariant:** a batch is visible to the rest of the coordinator exactly as a save is, as one
// change set and, for each store, one history transaction. Without it the row cache would return
// rows from before the batch, live results would show deleted rows, and readers of the history
// would miss the change.
//
// Insertions are the fast path, so their rows are never objects. The store owns one `RowValues`
// buffer, lends it to a `BatchRowSource` for each row, and binds it to one prepared statement.

/// Inserts rows directly into a store, in one transaction, without making objects of them.
///
/// ```swift
/// let quakes: [[String: Any]] = [["code": "a1", "magnitude": 4.5]]
/// let request = NSBatchInsertRequest(entityName: "Quake", objects: quakes)
/// request.resultType = .count
/// let result = try context.execute(request) as? NSBatchInsertResult
/// ```
///
/// The rows go to the first store that takes the entity and can be written, of `affectedStores` if
/// set. Attributes without a value get the model's default. A batch sets no relationships.
///
/// If another row already has a row's unique value, the merge policy of the executing context
/// decides. The object trump and overwrite policies update the existing row with all attributes of
/// the new one, the store trump and rollback policies keep it, and the error policy fails the whole
/// request.
///
/// Of the model's validation rules, only one applies: a row without a value for an attribute that is
/// not optional fails the whole request with `NSValidationMissingMandatoryPropertyError`.
///
/// Contexts see the rows when they fetch, or when they merge the store's history.
open class NSBatchInsertRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// The name of the entity to insert.
    public let entityName: String
    /// The entity that the request was created with; nil if it was created with a name.
    public private(set) var entity: NSEntityDescription?
    /// The kind of result to return; `.statusOnly` unless set.
    public var resultType = NSBatchInsertRequestResultType.statusOnly

    /// The rows to insert, each a dictionary of values by attribute name. Takes precedence over the
    /// handlers.
    public var objectsToInsert: [[String: Any]]?
    /// A handler that writes the next row into an empty dictionary, and returns true to stop
    /// without inserting that row.
    public var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// A handler that writes the next row into an object, and returns true to stop without
    /// inserting that row.
    public var managedObjectHandler: ((NSManagedObject) -> Bool)?

    /// Creates a request that inserts a row of an entity for each dictionary.
    public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.entity = entity
        entityName = entity.name ?? ""
        objectsToInsert = dictionaries
    }

    /// Creates a request that inserts a row of the named entity for each dictionary.
    public init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.entityName = entityName
        objectsToInsert = dictionaries
    }

    /// Creates a request that inserts the rows of an entity that a handler writes into
    /// dictionaries.
    ///
    /// The handler is called for each row with an empty dictionary to fill in. It returns true to
    /// stop; that row is not inserted.
    public init(entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.entity = entity
        entityName = entity.name ?? ""
        dictionaryHandler = handler
    }

    /// Creates a request that inserts the rows of the named entity that a handler writes into
    /// dictionaries.
    ///
    /// The handler is called for each row with an empty dictionary to fill in. It returns true to
    /// stop; that row is not inserted.
    public init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.entityName = entityName
        dictionaryHandler = handler
    }

    /// Creates a request that inserts the rows of an entity that a handler writes into an object.
    ///
    /// The handler is called for each row with an object to fill in, the same one each time. It
    /// returns true to stop; that row is not inserted.
    public init(entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.entity = entity
        entityName = entity.name ?? ""
        managedObjectHandler = handler
    }

    /// Creates a request that inserts the rows of the named entity that a handler writes into an
    /// object.
    ///
    /// The handler is called for each row with an object to fill in, the same one each time. It
    /// returns true to stop; that row is not inserted.
    public init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.entityName = entityName
        managedObjectHandler = handler
    }

    /// `.batchInsertRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        // By name, because the entity may come from another copy of the model.
        guard let entity = context.model.entitiesByName[entityName] else {
            trap("The model has no entity '\(entityName)' to insert into.")
        }
        guard !entity.isAbstract else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "The entity '\(entityName)' is abstract: there are objects of its subentities only. Insert into one of those."
            )
        }
        let layout = entity.layout
        let source: any BatchRowSource =
            if let objectsToInsert {
                DictionaryRows(layout, objectsToInsert)
            } else if let dictionaryHandler {
                HandledDictionaryRows(layout, dictionaryHandler)
            } else if let managedObjectHandler {
                HandledObjectRows(layout, managedObjectHandler)
            } else {
                trap("The batch insert request has neither objects nor a handler.")
            }
        let coordinator = context.coordinator
        guard let store = try stores(of: coordinator).defaultStore(layout) else {
            throw NSError(
                code: NSPersistentStoreIncompatibleSchemaError,
                "None of the stores takes objects of '\(entityName)', so nothing was inserted. Add a store whose configuration has the entity."
            )
        }
        if let result = try context.executeInStores(self, [store]).results.first {
            return result as? NSBatchInsertResult ?? NSBatchInsertResult(resultType, result: result)
        }
        let changes = try store.engine.batchInsert(
            layout, source, context.policy, context.transactionOrigin, announce: coordinator.announce
        )
        coordinator.publish(changes, savedBy: nil)
        let result: Any =
            switch resultType {
            case .statusOnly: true
            case .count: changes.entities.reduce(0) { $0 + rows(of: $1, layout).count }
            case .objectIDs: changes.objectIDs({ rows(of: $0, layout) }, of: coordinator)
            }
        return NSBatchInsertResult(resultType, result: result)
    }

    /// Returns the rows that the batch has inserted or updated, each once, without those that a
    /// later row of it has replaced. Of other entities only rows that referred to replaced ones
    /// have changed.
    private func rows(of changes: ChangeSet.Entity, _ layout: EntityLayout) -> [RowID] {
        guard changes.entity.layout === layout else { return [] }
        let rows = changes.inserted + changes.written
        if layout.uniqueSlots.isEmpty { return rows }
        var others = Set(changes.deleted)
        return rows.filter { others.insert($0).inserted }
    }
}

/// The result of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// The request's result type, which determines the type of `result`.
    public let resultType: NSBatchInsertRequestResultType
    /// A Boolean, a number or an array of identifiers, according to `resultType`.
    public let result: Any?

    init(_ resultType: NSBatchInsertRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
