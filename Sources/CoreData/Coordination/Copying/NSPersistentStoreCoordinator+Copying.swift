public import Foundation

extension NSPersistentStoreCoordinator {
    /// Copies a store to another location, which must not contain a store, and continues with the
    /// copy, as "Save As" does. The old file is left unchanged.
    ///
    /// Objects keep their IDs. Removes the old store from the coordinator. A copy of another type has
    /// the same objects and the app's own metadata, but no history.
    ///
    /// - Parameters:
    ///   - store: The store to copy.
    ///   - URL: The location of the copy.
    ///   - options: The options to open the copy with; if nil, those of the old store, except
    ///     `NSReadOnlyPersistentStoreOption`, with which no file can be made.
    ///   - storeType: The type of the copy.
    ///
    /// - Returns: The new store.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        let old = try own(store)
        let kept = old.options?.filter { $0.key != NSReadOnlyPersistentStoreOption as AnyHashable }
        let description = NSPersistentStoreDescription(
            type: storeType, configuration: old.configurationName, url: URL, options: options ?? kept)
        let kind = try StoreKinds.kind(of: description)
        guard Swift.type(of: kind) == Swift.type(of: old.kind), !(kind is RegisteredKind) else {
            return try StoreCopy(of: old, to: description, for: self).replaceOriginal()
        }
        willRemove(old)
        defer { changeNotifications.post() }
        let new = try changingStores.withLock {
            _ = try own(old)
            var new = old
            try old.engine.move(to: description, model: managedObjectModel) { engine in
                new = NSPersistentStore(engine, of: kind, description, model: managedObjectModel)
                exchange(old, for: new)
            }
            didExchange(old, for: new)
            return new
        }
        new.didAdd(to: self)
        return new
    }

    /// Closes the original of a copied store, and adds the notification.
    func didExchange(_ old: NSPersistentStore, for new: NSPersistentStore) {
        // The copy is complete, so an error that occurs when the old store closes is only logged.
        do {
            try old.engine.close()
        } catch {
            CoreDataLog.error("The original of a copied store could not be closed: \(error)")
        }
        addDidChange([NSUUIDChangedPersistentStoresKey: [old, new]])
    }

    /// Copies a store to another location; see `migratePersistentStore(_:to:options:withType:)`.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }
}
