internal import Foundation
internal import StrataTraps
public import StrataPredicates

/// The kind of result that a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// `true`.
    case statusOnlyResultType = 0
    /// The identifiers of the updated objects.
    case updatedObjectIDsResultType = 1
    /// The number of updated objects.
    case updatedObjectsCountResultType = 2
}

/// Updates attributes of all matching rows directly in the store, in one transaction, without
/// creating objects or validating them.
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Quake")
/// request.predicate = NSPredicate(format: "magnitude < %f", 1.0)
/// request.propertiesToUpdate = ["isHidden": true]
/// try context.execute(request)
/// ```
///
/// All new values are computed before the first row is written. A value that the attribute cannot
/// hold, or a unique value that another row already has, fails the whole request.
///
/// Registered objects keep their values until they are refreshed, or until the identifiers are
/// passed to `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
open class NSBatchUpdateRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// The name of the entity whose objects to update.
    public let entityName: String
    private let givenEntity: NSEntityDescription?
    /// The condition for the objects to update; nil for all of the entity. Unsaved changes are
    /// ignored.
    public var predicate: NSPredicate?
    /// Whether objects of the entity's subentities are updated too. True unless set.
    public var includesSubentities = true
    /// The kind of result to return; `.statusOnlyResultType` unless set.
    public var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
    /// The new values by attribute name or property description. A value is a constant, or an
    /// `NSExpression` that is evaluated for each row with its values before the update.
    public var propertiesToUpdate: [AnyHashable: Any]?

    /// Creates a request that updates objects of the named entity.
    public init(entityName: String) {
        self.entityName = entityName
        givenEntity = nil
    }

    /// Creates a request that updates objects of an entity.
    public init(entity: NSEntityDescription) {
        entityName = entity.name ?? ""
        givenEntity = entity
    }

    /// The entity to update. If the request was created with a name, the entity of that name in the
    /// most recently loaded model that has one.
    public var entity: NSEntityDescription? { givenEntity ?? LoadedModels.entity(named: entityName) }

    /// `.batchUpdateRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = context.coordinator
        // By name, because the entity may come from another copy of the model.
        guard let layout = context.model.entitiesByName[entityName]?.layout else {
            trap("The model has no entity '\(entityName)' to update.")
        }
        var query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: nil, includesSubentities: includesSubentities,
            joinsMembers: context.coordinator.joinsMembers(of: layout))
        query.keySpaces = affectedStores.map(coordinator.stores.keySpaces)
        let update = try BatchUpdate(propertiesToUpdate ?? [:], query.readingConstants(in: context, pending: false))
        let (results, stores) = try context.executeInStores(self, stores(of: coordinator).stores(taking: layout))
        if stores.isEmpty, let result = results.first as? NSBatchUpdateResult { return result }
        let changes =
            try stores.isEmpty
            ? ChangeSet()
            : coordinator.change(stores) { store, beforeCommit in
                try store.engine.batchUpdate(
                    update, context.transactionOrigin, announce: coordinator.announce, beforeCommit: beforeCommit)
            }
        let result: Any =
            switch resultType {
            case .statusOnlyResultType: true
            case .updatedObjectIDsResultType: changes.objectIDs(\.written, of: coordinator)
            case .updatedObjectsCountResultType: changes.writtenCount
            }
        let own = stores.isEmpty && !results.isEmpty ? [] : [result]
        return NSBatchUpdateResult(resultType, result: joined(own + results.map { ($0 as? NSBatchUpdateResult)?.result ?? $0 }))
    }
}

/// The result of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// The request's result type, which determines the type of `result`.
    public let resultType: NSBatchUpdateRequestResultType
    /// A Boolean, a number or an array of identifiers, according to `resultType`.
    public let result: Any?

    init(_ resultType: NSBatchUpdateRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
