internal import Foundation
internal import Synchronization

extension NSManagedObjectContext {
    /// The generation that the context is pinned to; nil if it reads the newest data. Nil in a child,
    /// which reads its parent.
    public var queryGenerationToken: NSQueryGenerationToken? { parent == nil ? pinned : nil }

    /// The generation of the root context, which its descendants read from, too.
    private var generationRead: NSQueryGenerationToken? { parent.map(\.generationRead) ?? pinned }

    /// The generation that the context itself is pinned to, and not its parent.
    var pinned: NSQueryGenerationToken? { generation.withLock(\.self) }

    /// Pins the context's reads to a generation; nil unpins them.
    ///
    /// With `NSQueryGenerationToken.current` the context takes the newest generation at its next
    /// read. A save, a merge and `reset()` advance it to the newest generation again. Objects that
    /// were read keep their values; see `refreshAllObjects()`. Stores in memory have no
    /// generations: reads from them always see the newest data.
    ///
    /// Throws NSPersistentStoreOperationError for a child context, which reads its parent, and if
    /// the coordinator has no store.
    public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
        guard parent == nil else {
            throw NSError(
                code: NSPersistentStoreOperationError,
                "A context with a parent reads the parent's generation. Pin the root context."
            )
        }
        _ = try coordinator.requireStores()
        pin(generation === NSQueryGenerationToken.current ? NSQueryGenerationToken() : generation)
        reopenLiveResults()
    }

    /// The stores that this context reads: those of its generation, or the coordinator's.
    var storesRead: StoreGroup {
        get throws { try generationRead?.stores(of: coordinator) ?? coordinator.requireStores() }
    }

    /// Makes a pinned context take the newest generation at its next read.
    func advanceGeneration() {
        if pinned != nil { pin(NSQueryGenerationToken()) }
    }

    private func pin(_ token: NSQueryGenerationToken?) {
        let former = generation.withLock { held in
            let former = held
            held = token
            return former
        }
        // Not released under the lock: the end of a token closes its snapshots.
        withExtendedLifetime(former) {}
    }
}
