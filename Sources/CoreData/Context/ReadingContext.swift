internal import Foundation
internal import StrataPredicates

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

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval) throws -> [RowID: Row] {
        try reading { try coordinator.rows(layout, rowIDs, maxAge: maxAge) }
    }

    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] { try reading { try coordinator.fetch(query) } }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try reading { try coordinator.fetchSorted(query) } }

    func count(_ query: StoreQuery) throws -> Int { try reading { try coordinator.count(query) } }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try reading { try coordinator.members(of: rowID, layout, slot) }
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome { try coordinator.save(request) }

    func publish(_ changes: ChangeSet, savedBy saver: (any CoordinatorFollower)?) -> ChangeSet {
        coordinator.publish(changes, savedBy: saver)
    }
}
