internal import Foundation

extension NSPersistentStoreCoordinator {
    /// Does everything that a deferred migration of the coordinator's stores has left: drops columns and
    /// tables that the model does not have, and creates indexes.
    ///
    /// The stores can be used meanwhile. Each step is a transaction of its own: other writes wait for
    /// one step, not for all, and after an interruption, the steps that are done stay done. To drop a
    /// column takes as long as to write its table. Does nothing for a store without such work, and for
    /// one that was opened for reading only.
    ///
    /// - Throws: An error in `NSCocoaErrorDomain` if a store cannot be written.
    public func finishDeferredLightweightMigration() throws {
        for store in stores.stores {
            while try store.engine.performDeferredTask() {}
        }
    }

    /// Does one step of what a deferred migration has left; see `finishDeferredLightweightMigration()`.
    ///
    /// While there are more, the store's metadata have
    /// `NSPersistentStoreDeferredLightweightMigrationOptionKey`:
    ///
    /// ```swift
    /// let key = NSPersistentStoreDeferredLightweightMigrationOptionKey
    /// while store.metadata[key] as? Bool == true, !isBusy {
    ///     try coordinator.finishDeferredLightweightMigrationTask()
    /// }
    /// ```
    ///
    /// - Throws: An error in `NSCocoaErrorDomain` if a store cannot be written.
    public func finishDeferredLightweightMigrationTask() throws {
        for store in stores.stores where try store.engine.performDeferredTask() { return }
    }
}
