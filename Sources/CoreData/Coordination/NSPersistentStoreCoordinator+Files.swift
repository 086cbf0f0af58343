public import Foundation

// A store's metadata without opening it.
extension NSPersistentStoreCoordinator {
    /// What the store in a file says of itself: its UUID and type, the version hashes of its model, and what an app keeps there.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try StoreFiles(NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options)).metadata()
    }

    /// See `metadataForPersistentStore(ofType:at:options:)`.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: storeURL, options: options)
    }

    /// Writes what the store in a file says of itself, at once. Keys of Core Data's own stay where the new dictionary lacks them.
    ///
    /// For a store that a coordinator has open, set its `metadata` instead: its next save would undo this.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreFiles(NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options))
            .setMetadata(metadata ?? [:])
    }

    /// See `setMetadata(_:forPersistentStoreOfType:at:options:)`.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: storeURL, options: options)
    }
}

extension NSPersistentStore {
    /// What the store in a SQLite file says of itself.
    public class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
    }

    /// Writes what the store in a SQLite file says of itself, at once.
    public class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        try NSPersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreOfType: NSSQLiteStoreType, at: url)
    }
}

extension NSPersistentStoreCoordinator {
    /// Deletes all that a store holds. The files stay, empty, as other processes may have them open; a new store can be made in them.
    ///
    /// A store that this coordinator has open is removed from it first. A file that is no store is an error, unless
    /// NSPersistentStoreForceDestroyOption is on: then the files are removed whatever they are.
    public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
        let files = try StoreFiles(
            NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options))
        try changingStores.withLock {
            if let open = store(at: url) { try remove(open) }
            try files.destroy()
        }
    }

    /// See `destroyPersistentStore(at:ofType:options:)`.
    public func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Makes a store a copy of another, UUID and all: a backup, or the way back from one. What it held is gone.
    ///
    /// The source may be in use. A destination that this coordinator has open is removed from it first; add it again afterwards.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        let destination = try StoreFiles(
            NSPersistentStoreDescription(
                type: storeType, configuration: nil, url: destinationURL, options: destinationOptions))
        let source = try StoreFiles(
            NSPersistentStoreDescription(type: storeType, configuration: nil, url: sourceURL, options: sourceOptions))
        try changingStores.withLock {
            if let open = store(at: destinationURL) { try remove(open) }
            try destination.replace(by: source)
        }
    }

    /// See `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Copies a store to another place, which must be free, and goes on with the copy: "Save As". The old file stays as it is.
    ///
    /// Objects keep their identifiers. The old store is removed from the coordinator, and the new one returned.
    ///
    /// - Parameter options: how to open the copy; nil for the options of the store.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        try changingStores.withLock {
            let old = try own(store)
            let description = NSPersistentStoreDescription(
                type: storeType, configuration: old.configurationName, url: URL, options: options ?? old.options)
            post(.NSPersistentStoreCoordinatorStoresWillChange, [NSRemovedPersistentStoresKey: [old]])
            NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: old)
            var new = old
            try old.move(to: description, model: managedObjectModel) { copy in
                exchange(old, for: copy)
                new = copy
            }
            // All is in the copy, whatever becomes of the old file's connections.
            do { try old.close() } catch { CoreDataLog.error("The store that was copied could not be closed: \(error)") }
            post(.NSPersistentStoreCoordinatorStoresDidChange, [NSUUIDChangedPersistentStoresKey: [old, new]])
            return new
        }
    }

    /// See `migratePersistentStore(_:to:options:withType:)`.
    @discardableResult
    public func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }
}

extension NSPersistentStoreCoordinator {
    /// Has a store go on in another file, which has to be there and to be a store of the model: the same one after its files were moved,
    /// a copy, or another one.
    ///
    /// Objects keep their identifiers where it has the same UUID; else those of the store are gone, as if it were removed. The coordinator
    /// has another `NSPersistentStore` for the new place, at the end of the list where the UUID differs.
    ///
    /// - Returns: whether that was done. If not, nothing has changed, and a line in the log says why.
    @discardableResult
    public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        do {
            try changingStores.withLock { try relocate(own(store), to: url) }
            return true
        } catch {
            CoreDataLog.error("The store \(store.url?.path ?? store.uuid) stays where it is: \(error.localizedDescription)")
            return false
        }
    }

    private func relocate(_ old: SQLiteStore, to url: URL) throws {
        let description = NSPersistentStoreDescription(
            type: old.type, configuration: old.configurationName, url: url, options: old.options)
        // A file that is not there would be made.
        _ = try StoreFiles(description).metadata()
        if let known = self.store(at: url), known !== old {
            throw NSError(
                code: NSPersistentStoreOperationError, "Another store of the coordinator is at \(url.path). Remove it first.",
                [NSAffectedStoresErrorKey: [known]])
        }
        let new = try SQLiteStore(description, model: managedObjectModel)
        let isSame = new.uuid == old.uuid
        post(.NSPersistentStoreCoordinatorStoresWillChange, [NSRemovedPersistentStoresKey: [old]])
        NotificationCenter.default.post(name: .NSPersistentStoreCoordinatorWillRemoveStore, object: old)
        old.giveWay(isSame ? .moved : .replaced) {
            if isSame {
                exchange(old, for: new)
            } else {
                detach(old)
                attach(new)
            }
        }
        if isSame { publishUnknown() } else { publishStores() }
        // Its file may be gone.
        do { try old.close() } catch { CoreDataLog.error("The store that was relocated could not be closed: \(error)") }
        post(
            .NSPersistentStoreCoordinatorStoresDidChange,
            isSame
                ? [NSUUIDChangedPersistentStoresKey: [old, new]]
                : [NSRemovedPersistentStoresKey: [old], NSAddedPersistentStoresKey: [new]])
    }
}
