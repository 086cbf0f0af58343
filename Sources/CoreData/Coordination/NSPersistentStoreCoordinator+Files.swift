public import Foundation

// Access to a store's metadata without adding the store to a coordinator.
extension NSPersistentStoreCoordinator {
    /// Returns the metadata of the store in a file: its UUID and type, the version hashes of its
    /// model, and the app's own values.
    ///
    /// Throws if the file does not exist or is not a store.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        let description = NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options)
        return try StoreKinds.kind(of: description).metadata(of: description)
    }

    /// Returns the metadata of the store in a file; see
    /// `metadataForPersistentStore(ofType:at:options:)`.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: storeURL, options: options)
    }

    /// Writes the metadata of the store in a file immediately. Core Data's own keys are kept if the
    /// new dictionary lacks them.
    ///
    /// For a store that a coordinator has open, set its `metadata` instead: the coordinator's next
    /// write of metadata would overwrite this one.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        let description = NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options)
        try StoreKinds.kind(of: description).setMetadata(metadata ?? [:], of: description)
    }

    /// Writes the metadata of the store in a file; see
    /// `setMetadata(_:forPersistentStoreOfType:at:options:)`.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at storeURL: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: storeURL, options: options)
    }
}

extension NSPersistentStoreCoordinator {
    /// Deletes the contents of a store. The empty files are kept, since other processes may have
    /// them open. A new store can be created in them.
    ///
    /// A store that this coordinator has open is removed from it first. Succeeds if there is no
    /// store, or if it was destroyed before. Throws if the file is not a store. With
    /// NSPersistentStoreForceDestroyOption, removes such files instead.
    public func destroyPersistentStore(at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil) throws {
        let description = NSPersistentStoreDescription(type: storeType, configuration: nil, url: url, options: options)
        let kind = try StoreKinds.kind(of: description)
        try withoutStore(at: url, of: kind) { try kind.destroy(description) }
    }

    /// Deletes the contents of a store; see `destroyPersistentStore(at:ofType:options:)`.
    public func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Replaces the contents of a store by a copy of another, including its UUID. Use it to back up
    /// a store, or to restore a backup.
    ///
    /// The source may be in use. A destination that this coordinator has open is removed from it
    /// first; add it again afterwards. One that is damaged is replaced by a new file, which other
    /// processes see when they add the store again.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        let destination = NSPersistentStoreDescription(
            type: storeType, configuration: nil, url: destinationURL, options: destinationOptions)
        let source = NSPersistentStoreDescription(type: storeType, configuration: nil, url: sourceURL, options: sourceOptions)
        let kind = try StoreKinds.kind(of: destination)
        try withoutStore(at: destinationURL, of: kind) { try kind.replace(destination, by: source) }
    }

    /// Replaces the contents of a store by a copy of another; see the same method with `ofType:`.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }
}

extension NSPersistentStoreCoordinator {
    /// Switches a store of the coordinator to another file, which must exist and be a store of the
    /// same model: the same store after its files were moved, a copy, or a different store. Moves
    /// no files.
    ///
    /// If the UUID is the same, objects keep their IDs. Otherwise the store's objects leave their
    /// contexts as if the store was removed. The coordinator gets a new `NSPersistentStore` for the
    /// new location, at the end of the list if the UUID differs.
    ///
    /// - Returns: Whether the coordinator now uses the new file. If not, nothing has changed, and
    ///   the reason is logged.
    @discardableResult
    public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
        do {
            try relocate(own(store), to: url)
            return true
        } catch {
            CoreDataLog.error("The store \(store.url?.path ?? store.uuid) was not moved: \(error.localizedDescription)")
            return false
        }
    }

    private func relocate(_ old: NSPersistentStore, to url: URL) throws {
        let description = NSPersistentStoreDescription(
            type: old.type, configuration: old.configurationName, url: url, options: old.options)
        func open() throws -> NSPersistentStore {
            // Opening would create a file that does not exist.
            _ = try old.kind.metadata(of: description)
            try checkPlace(url, of: old)
            return try NSPersistentStore.open(description, for: self)
        }
        // The class of a store is the app's code, which does not run under the lock.
        let new = try old.kind is RegisteredKind ? open() : changingStores.withLock(open)
        willRemove(old)
        defer { changeNotifications.post() }
        do {
            try changingStores.withLock {
                // An observer, or another thread, may have changed the stores meanwhile.
                _ = try own(old)
                try checkPlace(url, of: old)
                replace(old, by: new)
            }
        } catch {
            close(new, after: error)
            throw error
        }
        new.didAdd(to: self)
    }

    /// Throws if a store other than one that is to be moved is at a location.
    private func checkPlace(_ url: URL, of old: NSPersistentStore) throws {
        guard let known = store(at: url), known !== old else { return }
        throw NSError(
            code: NSPersistentStoreOperationError, "Another store of the coordinator is at \(url.path). Remove it first.",
            [NSAffectedStoresErrorKey: [known]])
    }

    /// Uses a store in place of another one, which is closed.
    private func replace(_ old: NSPersistentStore, by new: NSPersistentStore) {
        let isSame = new.uuid == old.uuid
        old.engine.giveWay(isSame ? .moved : .replaced) {
            if isSame {
                // The store of a registered class has reserved another key space while this one was in use.
                let reserved = new.keySpace
                exchange(old, for: new)
                giveBack(reserved, of: new.uuid, type: new.type)
            } else {
                detach(old)
                attach(new)
            }
        }
        if isSame { publishUnknown() } else { publishStores() }
        // The old file may no longer exist, so an error is only logged.
        do {
            try old.engine.close()
        } catch {
            CoreDataLog.error("The previous file of a moved store could not be closed: \(error)")
        }
        addDidChange(
            isSame
                ? [NSUUIDChangedPersistentStoresKey: [old, new]]
                : [NSRemovedPersistentStoresKey: [old], NSAddedPersistentStoresKey: [new]])
    }
}
