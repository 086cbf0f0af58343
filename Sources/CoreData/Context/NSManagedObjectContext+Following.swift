internal import Foundation

// Following the coordinator or the parent: their notifications arrive in the context's mailbox.
extension NSManagedObjectContext {
    /// Merges changes of this context into the children that merge automatically, except the one that
    /// saved them.
    func mergeIntoChildren(_ changes: ChangeSet, except saver: (any CoordinatorFollower)? = nil) {
        if changes.isEmpty { return }
        for child in mailbox.children.living where child !== saver { child.mergeIfAutomatic(changes, from: self) }
    }

    /// Whether a coordinator or a context is the one that this context reads from.
    func follows(_ publisher: NSObject) -> Bool {
        if let parent { parent === publisher } else { persistentStoreCoordinator === publisher }
    }

    /// Returns the registered object that has an ID, or had it before its first save.
    package func registeredObject(withTemporaryID objectID: NSManagedObjectID) -> NSManagedObject? {
        registry[RowKey(objectID.entity.layout, permanentIDs.current(objectID.rowID))]
    }

    /// Reads all registered objects again, after changes that cannot be listed.
    func rereadObjects() {
        var changes = ChangeSet()
        changes.knowsRelationships = false
        for object in registry.living where object.mayHaveStoredRow { changes.record(.updated, object.entity, object.rowID) }
        merge(changes)
    }

    /// Merges what other contexts have saved since the last call, and external changes, if the
    /// context was created for it.
    package func mergeDeferredChanges() {
        guard let deferredMerges else { return }
        mergeOutdated()
        guard let changes = deferredMerges.removeAll() else { return rereadObjects() }
        for changes in changes { merge(changes) }
    }

    /// Registers a handler that is called on any thread when there are changes to merge, at once if
    /// there are some already, until the observation is released; nil if the context was not created
    /// for deferred merges.
    package func observeDeferredMerges(_ handler: @escaping @Sendable () -> Void) -> DeferredMergesObservation? {
        deferredMerges.map { DeferredMergesObservation($0, handler) }
    }

    /// Whether the context is used on the main queue: by its type, or because it was attached.
    package var isUsedOnMainQueue: Bool { queue.isUsedOnMain }

    /// Whether the context is used on the main queue, and the caller is neither there nor in a block
    /// that the main queue waits for.
    package var isUsedOffMainQueue: Bool { queue.isUsedOnMain && !ContextQueue.mainQueue.isCurrent }

    /// Runs a closure on the main queue, and waits for it.
    package static func waitOnMainQueue<T>(_ body: () throws -> T) rethrows -> T { try ContextQueue.mainQueue.sync(body) }

    /// Has a context that was created for deferred merges process its changes, and merge those from
    /// elsewhere, in the turn of the main queue after them, as a context of the main queue does. Has
    /// no effect on another context, or if repeated. From now on, the context is used on the main
    /// queue only.
    package func attachToMainQueue() {
        guard let deferredMerges, queue.attachToMain() else { return }
        mainQueueMerges = DeferredMergesObservation(deferredMerges) { [queue, weak self] in
            queue.asyncIfQueued { [weak self] in self?.mergeDeferredChanges() }
        }
        // The changes before this call were not scheduled.
        queue.asyncIfQueued { [weak self] in self?.finishEvent() }
    }

    /// Detaches the objects of removed stores, and opens live results again.
    func forgetObjectsOfRemovedStores() {
        let stores = coordinator.stores
        let strays = registry.living.filter { $0.rowID.isPermanent && stores.store(of: $0.rowID) == nil }
        for object in strays { forget(object) }
        let isLeft = pinned?.hasStore(missingFrom: stores) ?? false
        if isLeft { advanceGeneration() }
        // Live results may show unsaved changes of the detached objects, or rows of the generation.
        if strays.isEmpty, !isLeft { follower?.reopenUninformed() } else { follower?.reopen() }
    }

    /// Detaches an object whose store was removed.
    private func forget(_ object: NSManagedObject) {
        registry.remove(object.key)
        inserted.remove(object)
        updated.remove(object)
        deleted.remove(object)
        object.detach(gone: true)
    }
}
