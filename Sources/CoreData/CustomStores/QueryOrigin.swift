internal import Foundation
internal import StrataPredicates

/// The request that a query was compiled from, for stores that execute requests themselves.
///
/// Queries have it only if a store of their coordinator needs it.
// Safe to share: the request is a copy that is never changed.
final class QueryOrigin: @unchecked Sendable {
    let request: NSFetchRequest<any NSFetchRequestResult>
    /// The context that the query was compiled for. Weak, since live results keep their query.
    weak let context: NSManagedObjectContext?

    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ context: NSManagedObjectContext) {
        self.request = request
        self.context = context
    }

    /// Returns the origin of a query in a context; nil if no store needs it.
    static func make<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) -> QueryOrigin? {
        guard context.coordinator.executesRequests else { return nil }
        let copy = NSFetchRequest<any NSFetchRequestResult>(request)
        if copy.entityName == nil { copy.entity = request.layout(in: context).entity }
        return QueryOrigin(copy, context)
    }
}

/// The context that is reading from a coordinator, for stores whose methods take it.
///
/// A read passes through the coordinator, which has many contexts. Several contexts may be on the
/// main queue, so that the queue alone does not tell which one reads.
struct ReadingContext: ContextSource {
    let context: NSManagedObjectContext
    let coordinator: NSPersistentStoreCoordinator

    // Safe to share: used on the thread that has set it.
    private struct Reader: @unchecked Sendable {
        let context: NSManagedObjectContext
    }

    @TaskLocal private static var reader: Reader?

    /// Returns the context that is reading from a coordinator: the one that has said so, or else one
    /// whose queue is running the present code.
    static func current(of coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext? {
        if let context = reader?.context, context.persistentStoreCoordinator === coordinator { return context }
        return ContextsInUse.onCurrentQueue.first { $0.parent == nil && $0.persistentStoreCoordinator === coordinator }
    }

    private func reading<T>(_ body: () throws -> T) rethrows -> T {
        try Self.$reader.withValue(Reader(context: context), operation: body)
    }

    func rows(_ layout: EntityLayout, _ rowIDs: some Collection<RowID>, maxAge: TimeInterval) throws -> [RowID: Row] {
        try reading { try coordinator.rows(layout, rowIDs, maxAge: maxAge) }
    }

    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] { try reading { try coordinator.fetch(query) } }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try reading { try coordinator.fetchSorted(query) } }

    func count(_ query: StoreQuery) throws -> Int { try reading { try coordinator.count(query) } }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try reading { try coordinator.members(of: rowID, layout, slot) }
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome { try coordinator.save(request) }

    func publish(_ changes: ChangeSet, savedBy saver: NSManagedObjectContext?) -> ChangeSet {
        coordinator.publish(changes, savedBy: saver)
    }
}
