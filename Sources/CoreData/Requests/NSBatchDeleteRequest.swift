internal import Foundation

/// What a batch deletion returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// `true`.
    case resultTypeStatusOnly = 0
    /// The identifiers of the deleted objects.
    case resultTypeObjectIDs = 1
    /// How many objects were deleted.
    case resultTypeCount = 2
}

/// Deletes rows straight from the store, past the context, in one transaction.
///
/// Contexts hear of it when the identifiers are given to `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`, or
/// by merging the store's history.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, ExecutableRequest {
    public var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    private let objectIDs: [NSManagedObjectID]?

    /// Deletes what the request matches. Unsaved changes do not count.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        fetchRequest = fetch
        objectIDs = nil
    }

    /// Deletes the objects with these identifiers, all of one entity. Those that are gone already are passed over.
    public init(objectIDs objects: [NSManagedObjectID]) {
        guard let entity = objects.first?.entity, objects.allSatisfy({ $0.entity === entity }) else {
            preconditionFailure("A batch deletion takes identifiers of one entity, at least one.")
        }
        fetchRequest = NSFetchRequest(entity: entity)
        objectIDs = objects
    }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = context.coordinator
        let store = try coordinator.requireStore()
        let query = try fetchRequest.query(in: context)
        let changes = try store.batchDelete(
            objectIDs.map { .numbers($0.map(\.number)) } ?? .query(query), query.layout, context.transactionOrigin,
            announce: coordinator.announce
        )
        coordinator.publish(changes, savedBy: nil)
        let result: Any =
            switch resultType {
            case .resultTypeStatusOnly: true
            case .resultTypeCount: changes.count
            case .resultTypeObjectIDs: changes.objectIDs(\.deleted, in: store)
            }
        return NSBatchDeleteResult(resultType, result: result)
    }
}

/// What a batch deletion returned.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    public let resultType: NSBatchDeleteRequestResultType
    /// A Bool, a number or an array of identifiers, as the result type says.
    public let result: Any?

    init(_ resultType: NSBatchDeleteRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}
