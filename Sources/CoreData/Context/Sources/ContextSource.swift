internal import Foundation
internal import Predicates

/// What a context asks of what is above it: the coordinator with its store, or a parent context with its unsaved changes.
///
/// Numbers below zero name objects that were inserted above and not saved to the store yet.
protocol ContextSource {
    /// The rows with these numbers; nothing for a row that is not there.
    ///
    /// - Parameter maxAge: how long ago, in seconds, they may have been read from the store; below 0 for any time.
    func rows(_ layout: EntityLayout, _ numbers: some Collection<Int64>, maxAge: TimeInterval) throws -> [Int64: Row]

    /// The rows that match, in order.
    func fetch(_ query: StoreQuery) throws -> [NumberedRow]

    /// The rows that match, in order, with the values they are ordered by where rows do not have those themselves.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow]

    func count(_ query: StoreQuery) throws -> Int

    /// The members of a to-many relationship.
    func members(of number: Int64, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference]

    /// Takes over all changes or none; throws a `SaveConflict` where the request's policy is to fail.
    func save(_ request: SaveRequest) throws -> SaveOutcome

    /// Tells the other contexts below of what one of them saved, after that one has settled.
    func publish(_ changes: ChangeSet, savedBy saver: NSManagedObjectContext?) -> ChangeSet
}

extension NSPersistentStoreCoordinator: ContextSource {
    func fetch(_ query: StoreQuery) throws -> [NumberedRow] { try requireStores().fetch(query) }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try requireStores().fetchSorted(query) }

    func count(_ query: StoreQuery) throws -> Int { try requireStores().count(query) }

    func members(of number: Int64, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try stores.members(of: number, layout, slot)
    }
}

extension SQLiteStore {
    /// All matching rows in order, with the values they are ordered by where rows do not have those themselves.
    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] {
        guard query.readsBesidesRows else { return try fetch(query).map { SortedRow(row: $0) } }
        return try fetchWithSortValues(query)
    }
}
