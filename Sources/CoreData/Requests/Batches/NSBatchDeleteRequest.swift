internal import Foundation
internal import Traps

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
/// Delete rules hold: what a cascading relationship leads to is deleted too, what a nullifying one leads to refers to nothing. Where a
/// denying relationship still has objects that are not deleted as well, the request fails and nothing is deleted.
///
/// Contexts hear of it when the identifiers are given to `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`, or
/// by merging the store's history.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, ExecutableRequest {
    public var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    private let objectIDs: [NSManagedObjectID]?

    /// Deletes what the request matches. Unsaved changes do not count.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        fetchRequest = fetch.copied()
        objectIDs = nil
    }

    /// Deletes what a request for results of any type matches. Unsaved changes do not count.
    @_disfavoredOverload
    public convenience init<Requested>(fetchRequest fetch: NSFetchRequest<Requested>) {
        self.init(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(fetch))
    }

    /// Deletes the objects with these identifiers, all of one entity. Those that are gone already are passed over.
    public init(objectIDs objects: [NSManagedObjectID]) {
        fetchRequest = objects.first.map { NSFetchRequest(entity: $0.entity) } ?? NSFetchRequest()
        objectIDs = objects
    }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = context.coordinator
        var changes = ChangeSet()
        if let selection = try selection(in: context) {
            let stores = try stores(of: coordinator).stores(having: selection)
            changes = try coordinator.change(stores) { store, beforeCommit in
                try store.batchDelete(
                    selection.part(in: store), context.transactionOrigin, announce: coordinator.announce,
                    beforeCommit: beforeCommit)
            }
        }
        let result: Any =
            switch resultType {
            case .resultTypeStatusOnly: true
            case .resultTypeCount: changes.deletedCount
            case .resultTypeObjectIDs: changes.objectIDs(\.deleted, of: coordinator)
            }
        return NSBatchDeleteResult(resultType, result: result)
    }

    /// nil for an empty list of identifiers.
    private func selection(in context: NSManagedObjectContext) throws -> BatchDeletion? {
        guard let objectIDs else { return .query(try fetchRequest.query(in: context)) }
        guard let first = objectIDs.first else { return nil }
        guard objectIDs.allSatisfy({ $0.entity.name == first.entity.name }) else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "A batch deletion takes identifiers of one entity; make a request for each entity."
            )
        }
        guard let layout = context.model.entitiesByName[first.entity.name ?? ""]?.layout else {
            trap("The context's model has no entity '\(first.entity.name ?? "")' to delete objects of.")
        }
        return .numbers(layout, objectIDs.compactMap { context.coordinator.own($0)?.number })
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

/// Which rows a batch deletion is about.
enum BatchDeletion {
    case numbers(EntityLayout, [Int64])
    case query(StoreQuery)

    /// What of it is in a store.
    func part(in store: SQLiteStore) -> BatchDeletion {
        guard case .numbers(let layout, let numbers) = self else { return self }
        return .numbers(layout, numbers.filter(store.keySpace.holds))
    }
}

extension StoreGroup {
    fileprivate func stores(having selection: BatchDeletion) -> [SQLiteStore] {
        switch selection {
        case .query(let query): stores(for: query)
        case .numbers(_, let numbers): divide(numbers).map(\.store)
        }
    }
}

extension ChangeSet {
    fileprivate var deletedCount: Int { entities.reduce(0) { $0 + $1.deleted.count } }
}
