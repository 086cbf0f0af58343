public import Foundation
internal import StrataPredicates
internal import Synchronization

// Query generations
//
// Without a generation, each read of a context sees the newest commit: two fetches in a row may see
// different states of the store, and a fault may fire on a row that another process deleted after
// the fetch. A pinned context reads one state until it advances:
//
// 1. `setQueryGenerationFrom(.current)` gives the context a new token, which has no snapshots yet.
// 2. The context's first read opens a snapshot of each store: a read transaction that stays open on
//    its own connection. In WAL mode it sees no later commits. The token keeps the snapshots, and
//    all contexts with the token share them.
// 3. Reads go to the snapshots through `PinnedGeneration`. They neither use nor fill the row cache,
//    which has the newest rows.
// 4. A save writes to the stores themselves. A row that changed after the snapshot has a different
//    version there, which is a conflict like any other.
// 5. A save, a merge and `reset()` replace the token by a new one, as does the removal of one of its
//    stores. The snapshots close when the last reference to their token is released.
//
// The invariant: between two advances, all objects of a context come from one state of each store,
// even if their faults fire late. The snapshots of several stores are opened one after the other,
// so a save to several stores may be visible in one snapshot and not yet in another.

/// A generation of the stores: the data that was committed at one moment. A context that is pinned
/// to it reads nothing newer.
///
/// A token keeps its generation, which occupies a connection to each store and prevents the file's
/// write-ahead log from being reset. Release tokens that you no longer need.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
    /// The newest generation at the time of the context's next read.
    public static let current = NSQueryGenerationToken()

    /// Returns the token itself, since tokens are immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    private enum State {
        case atNextRead
        /// The stores as of the generation. A store without generations, such as one in memory, is
        /// included as it is.
        case pinned(StoreGroup)
    }

    private let state = Mutex(State.atNextRead)

    /// Returns whether the snapshots have a store that a coordinator has no longer.
    func hasStore(missingFrom present: StoreGroup) -> Bool {
        state.withLock { state in
            guard case .pinned(let stores) = state else { return false }
            return stores.stores.contains { store in !present.stores.contains { $0 === store } }
        }
    }

    /// Returns the stores as of this generation. The first call opens the snapshots. Stores that
    /// are added later are not included.
    func stores(of coordinator: NSPersistentStoreCoordinator) throws -> StoreGroup {
        let present = try coordinator.requireStores()
        return try state.withLock { state in
            if case .pinned(let stores) = state { return stores }
            var stores = present
            for store in present.stores {
                if let generation = try store.engine.generation() { stores.generations[ObjectIdentifier(store)] = generation }
            }
            state = .pinned(stores)
            return stores
        }
    }
}

/// A pinned generation as the source of a context. Reads see the generation; saves write to the
/// stores themselves.
struct PinnedGeneration: ContextSource {
    let coordinator: NSPersistentStoreCoordinator
    let token: NSQueryGenerationToken

    private var stores: StoreGroup { get throws { try token.stores(of: coordinator) } }

    func rows(_ layout: EntityLayout, _ rowIDs: [RowID], maxAge: TimeInterval) throws -> [RowID: Row] {
        var rows: [RowID: Row] = [:]
        try stores.reading(layout, ahead: rowIDs) { read in
            for rowID in rowIDs where rowID.isPermanent { rows[rowID] = try read(rowID) }
        }
        return rows
    }

    func fetch(_ query: StoreQuery) throws -> [IdentifiedRow] { try stores.fetch(query) }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try stores.fetchSorted(query) }

    func count(_ query: StoreQuery) throws -> Int { try stores.count(query) }

    func members(of rowID: RowID, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try stores.members(of: rowID, layout, slot)
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome { try coordinator.save(request) }

    func publish(_ changes: ChangeSet, savedBy saver: (any CoordinatorFollower)?) -> ChangeSet {
        coordinator.publish(changes, savedBy: saver)
    }
}
