internal import Foundation
internal import Traps
public import Predicates

/// What a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// `true`.
    case statusOnlyResultType = 0
    /// The identifiers of the updated objects.
    case updatedObjectIDsResultType = 1
    /// How many objects were updated.
    case updatedObjectsCountResultType = 2
}

/// Writes attributes of rows straight into the store, past the context: no objects, no validation, one transaction.
///
/// Objects that a context has keep their values until they are refreshed, or the identifiers are given to
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, ExecutableRequest {
    public let entityName: String
    private let givenEntity: NSEntityDescription?
    /// Which objects to update; nil for all. Unsaved changes do not count.
    public var predicate: NSPredicate?
    /// Whether objects of the entity's subentities are updated too.
    public var includesSubentities = true
    public var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// The new values, by name or property description: constants, or an `NSExpression` that is evaluated for each row as it was before.
    public var propertiesToUpdate: [AnyHashable: Any]?

    public init(entityName: String) {
        self.entityName = entityName
        givenEntity = nil
    }

    public init(entity: NSEntityDescription) {
        entityName = entity.name ?? ""
        givenEntity = entity
    }

    /// The entity; found by name where the request was made with one.
    public var entity: NSEntityDescription? { givenEntity ?? LoadedModels.entity(named: entityName) }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = context.coordinator
        // By name: the entity may come from another copy of the model.
        guard let layout = context.model.entitiesByName[entityName]?.layout else {
            trap("The model has no entity '\(entityName)' to update.")
        }
        let query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: nil, includesSubentities: includesSubentities)
        let update = try BatchUpdate(propertiesToUpdate ?? [:], query)
        let stores = try stores(of: coordinator).stores(taking: layout)
        let changes = try coordinator.change(stores) { store, beforeCommit in
            try store.batchUpdate(
                update, context.transactionOrigin, announce: coordinator.announce, beforeCommit: beforeCommit)
        }
        let result: Any =
            switch resultType {
            case .statusOnlyResultType: true
            case .updatedObjectIDsResultType: changes.objectIDs(\.updated, of: coordinator)
            case .updatedObjectsCountResultType: changes.count
            }
        return NSBatchUpdateResult(resultType, result: result)
    }
}

/// What a batch update returned.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    public let resultType: NSBatchUpdateRequestResultType
    /// A Bool, a number or an array of identifiers, as the result type says.
    public let result: Any?

    init(_ resultType: NSBatchUpdateRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}

/// A batch update as a store reads it.
struct BatchUpdate {
    enum NewValue {
        case constant(Value)
        case expression(ExpressionForm)
    }

    let query: StoreQuery
    /// In the order of slots.
    let values: [(slot: Int, value: NewValue)]

    /// Throws an NSError for what is no attribute of the entity, and for a constant that the attribute cannot hold.
    init(_ properties: [AnyHashable: Any], _ query: StoreQuery) throws {
        guard !properties.isEmpty else {
            throw NSError(
                code: NSPersistentStoreOperationError, "The batch update of '\(query.layout.name)' has no propertiesToUpdate.")
        }
        self.query = query
        values = try properties.map { key, value in
            let name = (key.base as? NSPropertyDescription)?.name ?? key.base as? String ?? "\(key)"
            guard let expression = value as? NSExpression else {
                let (slot, value) = try query.layout.batchValue(value, forKey: name)
                return (slot, .constant(value))
            }
            // The value nil fits every attribute: this looks the name up.
            let (slot, _) = try query.layout.batchValue(nil, forKey: name)
            guard query.layout.isPlain(slot) else {
                throw NSError(
                    code: NSPersistentStoreOperationError,
                    "\(query.layout.name).\(name) is \(query.layout.kindDescription(slot)): give its new value, and no expression."
                )
            }
            return (slot, .expression(expression.form))
        }.sorted { $0.slot < $1.slot }
    }
}
