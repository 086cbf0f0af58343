public import Foundation
internal import Predicates
internal import Synchronization

/// Names a generation of a store: what had been committed at one moment. Contexts that are pinned to it read nothing newer.
///
/// A token holds on to its generation, which takes a connection and keeps the store's write-ahead log from being shortened: let go
/// of tokens that are not needed.
public final class NSQueryGenerationToken: NSObject, Sendable {
    /// Whatever is the newest generation when a context next reads.
    public static let current = NSQueryGenerationToken()

    private enum State {
        case atNextRead
        /// The store as it was; nil where the store keeps no generations, and the present one is read.
        case taken(SQLiteStore?)
    }

    private let state = Mutex(State.atNextRead)

    /// The store in this generation, which is taken now if nobody has read in it yet.
    func store(of coordinator: NSPersistentStoreCoordinator) throws -> SQLiteStore {
        let present = try coordinator.requireStore()
        let taken = try state.withLock { state in
            if case .taken(let store) = state { return store }
            let store = try present.takingGeneration()
            state = .taken(store)
            return store
        }
        return taken ?? present
    }
}

/// A pinned generation as what is above a context. Saves go to the store as it is.
struct PinnedGeneration: ContextSource {
    let coordinator: NSPersistentStoreCoordinator
    let token: NSQueryGenerationToken

    private var store: SQLiteStore { get throws { try token.store(of: coordinator) } }

    func rows(_ layout: EntityLayout, _ numbers: some Collection<Int64>, maxAge: TimeInterval) throws -> [Int64: Row] {
        var rows: [Int64: Row] = [:]
        try store.reading(layout) { read in
            for number in numbers where number > 0 { rows[number] = try read(number) }
        }
        return rows
    }

    func fetch(_ query: StoreQuery) throws -> [NumberedRow] { try store.fetch(query) }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try store.fetchSorted(query) }

    func count(_ query: StoreQuery) throws -> Int { try store.count(query) }

    func members(of number: Int64, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try store.members(of: number, layout, slot)
    }

    func save(_ request: SaveRequest) throws -> SaveOutcome { try coordinator.save(request) }

    func publish(_ changes: ChangeSet, savedBy saver: NSManagedObjectContext?) -> ChangeSet {
        coordinator.publish(changes, savedBy: saver)
    }
}

extension NSManagedObjectContext {
    /// The generation that the context reads; nil where it reads the newest. A child has its parent's.
    public var queryGenerationToken: NSQueryGenerationToken? { parent?.queryGenerationToken ?? generation }

    /// Pins what the context reads to a generation, or with nil to none.
    ///
    /// With `NSQueryGenerationToken.current` the context takes the newest at its next read. A save, a merge and `reset()` move it on to
    /// the newest again. Objects that were read keep their values; see `refreshAllObjects()`. Stores in memory have no generations:
    /// what is read from them is always the newest. A child cannot be pinned, since it reads its parent.
    public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        guard parent == nil else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "A context with a parent reads the parent's generation. Pin the parent, or the last one above it."
            )
        }
        _ = try coordinator.requireStore()
        self.generation = generation === NSQueryGenerationToken.current ? NSQueryGenerationToken() : generation
        liveResults.reopen()
    }

    /// Has a pinned context read what is newest from now on.
    func advanceGeneration() {
        if generation != nil { generation = NSQueryGenerationToken() }
    }
}
