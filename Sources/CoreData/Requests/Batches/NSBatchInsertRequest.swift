public import Foundation
internal import Predicates
internal import Traps

/// What a batch insertion returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// `true`.
    case statusOnly = 0
    /// The identifiers of the inserted and updated objects.
    case objectIDs = 1
    /// How many objects were inserted and updated.
    case count = 2
}

/// Inserts rows straight into the store, past the context: no objects, no validation, one transaction.
///
/// The rows go to the first store that takes the entity and can be written, of `affectedStores` where there are some.
///
/// Attributes that are not given get the model's default values. Where a unique value is taken, the merge policy of the
/// executing context decides: the object trump and overwrite policies update the row with all attributes of the new one,
/// the store trump and rollback policies keep it, the error policy fails the whole request. Other contexts hear of it by
/// merging the store's history.
open class NSBatchInsertRequest: NSPersistentStoreRequest, ExecutableRequest {
    public let entityName: String
    public private(set) var entity: NSEntityDescription?
    public var resultType = NSBatchInsertRequestResultType.statusOnly

    public var objectsToInsert: [[String: Any]]?
    /// Fills in the next row; returns true to stop without inserting it.
    public var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    public var managedObjectHandler: ((NSManagedObject) -> Bool)?

    private init(_ entity: NSEntityDescription?, _ name: String) {
        self.entity = entity
        entityName = name
    }

    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init(entity, entity.name ?? "")
        objectsToInsert = dictionaries
    }

    public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.init(nil, entityName)
        objectsToInsert = dictionaries
    }

    /// - Parameter handler: Called for each row with an empty dictionary to fill in; returns true to stop, and then that row is not
    ///   inserted.
    public convenience init(entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.init(entity, entity.name ?? "")
        dictionaryHandler = handler
    }

    public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.init(nil, entityName)
        dictionaryHandler = handler
    }

    /// - Parameter handler: Called for each row with an object to fill in, the same one each time; returns true to stop, and then
    ///   that row is not inserted.
    public convenience init(entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.init(entity, entity.name ?? "")
        managedObjectHandler = handler
    }

    public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.init(nil, entityName)
        managedObjectHandler = handler
    }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        // By name: the entity may come from another copy of the model.
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
        let changes = try store.batchInsert(
            layout, source, context.policy, context.transactionOrigin, announce: coordinator.announce
        )
        coordinator.publish(changes, savedBy: nil)
        let result: Any =
            switch resultType {
            case .statusOnly: true
            case .count: changes.count
            case .objectIDs: changes.objectIDs(\.inserted, of: coordinator) + changes.objectIDs(\.updated, of: coordinator)
            }
        return NSBatchInsertResult(resultType, result: result)
    }
}

/// What a batch insertion returned.
open class NSBatchInsertResult: NSPersistentStoreResult {
    public let resultType: NSBatchInsertRequestResultType
    /// A Bool, a number or an array of identifiers, as the result type says.
    public let result: Any?

    init(_ resultType: NSBatchInsertRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
