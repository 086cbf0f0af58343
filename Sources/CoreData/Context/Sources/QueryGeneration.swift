public import Foundation
internal import Predicates
internal import Synchronization

/// Names a generation of a store: what had been committed at one moment. Contexts that are pinned to it read nothing newer.
///
/// A token holds on to its generation, which takes a connection and keeps the store's write-ahead log from being shortened: let go
/// of tokens that are not needed.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
    /// Whatever is the newest generation when a context next reads.
    public static let current = NSQueryGenerationToken()

    public func copy(with zone: NSZone? = nil) -> Any { self }

    private enum State {
        case atNextRead
        /// The stores as they were; those that keep no generations, as they are.
        case taken(StoreGroup)
    }

    private let state = Mutex(State.atNextRead)

    /// The stores in this generation, which is taken now if nobody has read in it yet. Stores that were added later are not among them.
    func stores(of coordinator: NSPersistentStoreCoordinator) throws -> StoreGroup {
        let present = try coordinator.requireStores()
        return try state.withLock { state in
            if case .taken(let stores) = state { return stores }
            let stores = StoreGroup(stores: try present.stores.map { try $0.takingGeneration() ?? $0 })
            state = .taken(stores)
            return stores
        }
    }
}

/// A pinned generation as what is above a context. Saves go to the store as it is.
struct PinnedGeneration: ContextSource {
    let coordinator: NSPersistentStoreCoordinator
    let token: NSQueryGenerationToken

    private var stores: StoreGroup { get throws { try token.stores(of: coordinator) } }

    func rows(_ layout: EntityLayout, _ numbers: some Collection<Int64>, maxAge: TimeInterval) throws -> [Int64: Row] {
        var rows: [Int64: Row] = [:]
        try stores.reading(layout) { read in
            for number in numbers where number > 0 { rows[number] = try read(number) }
        }
        return rows
    }

    func fetch(_ query: StoreQuery) throws -> [NumberedRow] { try stores.fetch(query) }

    func fetchSorted(_ query: StoreQuery) throws -> [SortedRow] { try stores.fetchSorted(query) }

    func count(_ query: StoreQuery) throws -> Int { try stores.count(query) }

    func members(of number: Int64, _ layout: EntityLayout, _ slot: Int) throws -> [ObjectReference] {
        try stores.members(of: number, layout, slot)
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
        _ = try coordinator.requireStores()
        self.generation = generation === NSQueryGenerationToken.current ? NSQueryGenerationToken() : generation
        liveResults.reopen()
    }

    /// Has a pinned context read what is newest from now on.
    func advanceGeneration() {
        if generation != nil { generation = NSQueryGenerationToken() }
    }
}
