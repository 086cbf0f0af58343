internal import Foundation
internal import Synchronization

// Following the coordinator or the parent: its notifications arrive on any thread, and schedule
// merges on the context's queue.
extension NSManagedObjectContext {
    /// Schedules a merge on the context's queue if the context merges automatically. Called on any
    /// thread, by the coordinator or the parent, after another context saved or external changes
    /// were found.
    ///
    /// - Parameter publisher: The coordinator or the parent. The merge is skipped if the context has
    ///   another one by the time it runs.
    func mergeIfAutomatic(_ changes: ChangeSet, from publisher: any NSObject & Sendable) {
        guard mergesAutomatically.load(ordering: .relaxed) else { return }
        if let deferredMerges { return deferredMerges.add(changes) }
        // Weak, since the publisher's stores stay open as long as it lives.
        queue.asyncIfQueued { [weak self, weak publisher] in
            guard let self, let publisher, follows(publisher) else { return }
            merge(changes)
        }
    }

    /// Merges changes before the call returns, in the context whose own fetch has found them. Called on
    /// its queue.
    func mergeAtOnceIfAutomatic(_ changes: ChangeSet, from publisher: NSPersistentStoreCoordinator) {
        guard mergesAutomatically.load(ordering: .relaxed), deferredMerges == nil else {
            return mergeIfAutomatic(changes, from: publisher)
        }
        if follows(publisher) { queue.sync { merge(changes) } }
    }

    /// Merges changes of this context into the children that merge automatically, except the one that
    /// saved them.
    func mergeIntoChildren(_ changes: ChangeSet, except saver: (any CoordinatorFollower)? = nil) {
        if changes.isEmpty { return }
        for child in children.living where child !== saver { child.mergeIfAutomatic(changes, from: self) }
    }

    /// Whether a coordinator or a context is the one that this context reads from.
    private func follows(_ publisher: NSObject) -> Bool {
        if let parent { parent === publisher } else { persistentStoreCoordinator === publisher }
    }

    /// Schedules another read of all registered objects if the context merges automatically. Called
    /// by the coordinator, on any thread, after changes that it cannot list.
    func rereadIfAutomatic(from publisher: NSPersistentStoreCoordinator) {
        guard mergesAutomatically.load(ordering: .relaxed) else { return }
        if let deferredMerges { return deferredMerges.add(nil) }
        queue.asyncIfQueued { [weak self, weak publisher] in
            guard let self, let publisher, follows(publisher) else { return }
            rereadObjects()
        }
    }

    /// Returns the registered object that has an ID, or had it before its first save.
    package func registeredObject(withTemporaryID objectID: NSManagedObjectID) -> NSManagedObject? {
        registry[RowKey(objectID.entity.layout, permanentIDs.current(objectID.rowID))]
    }

    private func rereadObjects() {
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

    /// Schedules an update after stores were added or removed: objects of removed stores are
    /// detached, and live results reopened. Called by the coordinator, on any thread.
    func storesDidChange(of publisher: NSPersistentStoreCoordinator) {
        queue.asyncIfQueued { [weak self, weak publisher] in
            guard let self, let publisher, follows(publisher) else { return }
            let stores = publisher.stores
            let strays = registry.living.filter { $0.rowID.isPermanent && stores.store(of: $0.rowID) == nil }
            for object in strays { forget(object) }
            // Live results may show unsaved changes of the detached objects.
            if strays.isEmpty { follower?.reopenUninformed() } else { follower?.reopen() }
        }
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
