internal import Foundation
internal import StrataPredicates

/// The source that a context reads from and saves to: the coordinator with its stores, a pinned
/// query generation, or a parent context with its unsaved changes.
///
/// Temporary IDs identify objects that were inserted into an ancestor context and not yet saved to
/// a store.
protocol ContextSource {
    /// Returns the rows with these IDs. Omits rows that do not exist.
    ///
    /// - Parameter maxAge: The maximum age of cached rows, in seconds; any age if negative.
    func rows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval) throws -> [RowID: Row]

    /// Returns the matching rows, in order.
    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow]

    /// Returns the matching rows, in order, with the sort values that are not among a row's own
    /// values.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow]

    /// Returns the number of matching rows, within the query's limit and offset.
    func count(_ query: StoreQuery) throws -> Int

    /// Returns the members of a to-many relationship.
    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference]

    /// Saves all changes or none. Throws a `SaveConflict` if there are conflicts and the request
    /// has the error policy.
    func save(_ request: SaveRequest) throws -> SaveOutcome

    /// Notifies the other contexts that use this source of a save, after the saving context has
    /// updated its objects. Returns the changes with their revision.
    func publish(_ changes: ChangeSet, savedBy saver: (any CoordinatorFollower)?) -> ChangeSet
}

extension NSPersistentStoreCoordinator: ContextSource {
    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] { try requireStores().fetch(query) }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try requireStores().fetchSorted(query) }

    func count(_ query: StoreQuery) throws -> Int { try requireStores().count(query) }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try stores.members(of: rowID, layout, slot)
    }
}
