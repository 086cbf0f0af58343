internal import Foundation
internal import StrataTraps

/// The kind of result that a batch deletion returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// `true`.
    case resultTypeStatusOnly = 0
    /// The identifiers of the deleted objects.
    case resultTypeObjectIDs = 1
    /// The number of deleted objects.
    case resultTypeCount = 2
}

/// Deletes rows directly from the store, in one transaction, without creating objects.
///
/// Delete rules apply. Objects at the end of a cascading relationship are deleted too, and those of
/// a nullifying one no longer refer to the deleted object. If a denying relationship still has an
/// object that is not deleted as well, the request fails with
/// NSValidationRelationshipDeniedDeleteError and deletes nothing.
///
/// Contexts keep their objects until the identifiers are passed to
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`, or until they merge the
/// store's history.
open class NSBatchDeleteRequest: NSPersistentStoreRequest, ExecutableRequest {
    /// The kind of result to return; `.resultTypeStatusOnly` unless set.
    public var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly
    /// A copy of the request that selects the objects to delete. If this request was created with
    /// identifiers, a request for all objects of their entity.
    public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    private let objectIDs: [NSManagedObjectID]?

    /// Creates a request that deletes the objects that a fetch request matches in the store.
    /// Unsaved changes are ignored.
    public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        fetchRequest = fetch.copied()
        objectIDs = nil
    }

    /// Creates a request that deletes the objects that a fetch request matches in the store,
    /// whatever its result type. Unsaved changes are ignored.
    @_disfavoredOverload
    public convenience init<Requested>(fetchRequest fetch: NSFetchRequest<Requested>) {
        self.init(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(fetch))
    }

    /// Creates a request that deletes the objects with the given identifiers, all of one entity.
    /// Identifiers of objects that no longer exist are ignored.
    public init(objectIDs objects: [NSManagedObjectID]) {
        fetchRequest = objects.first.map { NSFetchRequest(entity: $0.entity) } ?? NSFetchRequest()
        objectIDs = objects
    }

    /// `.batchDeleteRequestType`.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

    func execute(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let coordinator = context.coordinator
        var changes = ChangeSet()
        // The results of stores that execute the request themselves.
        var others: [Any] = []
        if let selection = try selection(in: context) {
            let all = try stores(of: coordinator).stores(having: selection)
            let (results, stores) = try context.executeInStores(self, all)
            if stores.isEmpty, results.count == 1, let result = results.first {
                return result as? NSBatchDeleteResult ?? NSBatchDeleteResult(resultType, result: result)
            }
            others = results.map { ($0 as? NSBatchDeleteResult)?.result ?? $0 }
            changes =
                try stores.isEmpty
                ? ChangeSet()
                : coordinator.change(stores) { store, beforeCommit in
                    try store.engine.batchDelete(
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
        return NSBatchDeleteResult(resultType, result: joined([result] + others))
    }

    /// Returns the rows to delete; nil for an empty list of identifiers.
    private func selection(in context: NSManagedObjectContext) throws -> BatchDeletion? {
        guard let objectIDs else {
            let request = fetchRequest.copied()
            request.includesPendingChanges = false
            if let affectedStores {
                let stores = request.affectedStores ?? affectedStores
                request.affectedStores = stores.filter { store in affectedStores.contains { $0 === store } }
            }
            return .query(try request.query(in: context))
        }
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
        return .rowIDs(layout, objectIDs.compactMap { context.coordinator.own($0)?.rowID })
    }
}

/// The result of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// The request's result type, which determines the type of `result`.
    public let resultType: NSBatchDeleteRequestResultType
    /// A Boolean, a number or an array of identifiers, according to `resultType`.
    public let result: Any?

    init(_ resultType: NSBatchDeleteRequestResultType, result: Any?) {
        self.resultType = resultType
        self.result = result
    }
}

extension BatchDeletion {
    /// Returns the part of the selection that one store can have.
    func part(in store: NSPersistentStore) -> BatchDeletion {
        guard case .rowIDs(let layout, let rowIDs) = self else { return self }
        return .rowIDs(layout, rowIDs.filter(store.keySpace.holds))
    }
}

extension StoreGroup {
    fileprivate func stores(having selection: BatchDeletion) -> [NSPersistentStore] {
        switch selection {
        case .query(let query): stores(for: query)
        case .rowIDs(_, let rowIDs): divide(rowIDs).map(\.store)
        }
    }
}

extension ChangeSet {
    fileprivate var deletedCount: Int { entities.reduce(0) { $0 + $1.deleted.count } }
}
