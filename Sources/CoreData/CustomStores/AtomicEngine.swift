internal import Foundation
internal import StrataPredicates
internal import StrataTraps
internal import Synchronization

// The engine of an atomic store
//
// An `NSAtomicStore` has the values of its objects twice: in the nodes, which its subclass loads and
// saves, and as rows of a store in memory. The nodes are the truth, and the rows make them usable:
// every fetch, count, section, batch request and live result reads the rows, by the same code as for
// other stores.
//
// The life of one save, in `save(_:announce:beforeCommit:)`:
//
// 1. The nodes follow the managed objects: `newCacheNode(for:)`, `updateCacheNode(_:from:)` and
//    `willRemoveCacheNodes(_:)`. This happens before a transaction begins, because these methods are
//    the app's code, which reads the objects, and through them the store as it was before the save.
//    Inserted objects have their permanent IDs meanwhile; they get their temporary ones back, since
//    the save may fail.
// 2. The store in memory runs the save in a transaction. It finds conflicts and resolves them by the
//    merge policy.
// 3. Before its commit, nodes whose rows are not what the managed objects had are corrected: those
//    of merged objects, of rows that the merge policy deleted, of derived attributes
//    (`NodeCorrection`).
// 4. `save()` of the store writes the nodes. Then the transaction commits.
//
// A batch request has no managed objects: steps 2 to 4 are all of it, and all changed nodes are
// corrected.
//
// Invariant: outside of a write, the nodes have the values of the rows. If anything throws, the
// transaction is rolled back and the `NodeJournal` undoes what has happened to the nodes.

/// The engine of an `NSAtomicStore`: rows in memory for reads, and nodes that follow each write.
// Safe to share: constants, and a lock that each write holds.
final class AtomicEngine: StoreEngine, @unchecked Sendable {
    /// Not retained: the store retains its engine.
    private weak var owner: NSAtomicStore?
    let type: String
    let model: NSManagedObjectModel
    let readOnlyReason: String?
    /// The store in memory that has the rows.
    let rows: any StoreEngine
    /// Held while a write runs, which is one at a time.
    let writing = NSRecursiveLock()
    /// Whether a write runs. Used under the lock.
    private var isWriting = false

    /// Opens a store without objects.
    init(_ store: NSAtomicStore, type: String, model: NSManagedObjectModel) throws {
        owner = store
        self.type = type
        self.model = model
        let isReadOnly = (store.options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
        readOnlyReason = isReadOnly ? "it was opened with NSReadOnlyPersistentStoreOption." : nil
        let description = NSPersistentStoreDescription(
            type: NSInMemoryStoreType, configuration: store.isWholeModel ? nil : store.configurationName, url: nil, options: nil)
        rows = try StoreKinds.kind(of: description).open(description, model: model)
        rows.keySpace = store.keySpace
        describeModel(in: store)
    }

    /// Puts the version hashes of the model into the metadata, with which the next save writes them.
    private func describeModel(in store: NSAtomicStore) {
        var metadata = store.identity.metadata
        // Ignored: the store in memory was opened with the configuration.
        let entities = (try? model.entities(of: store.isWholeModel ? nil : store.configurationName)) ?? Set(model.entities)
        metadata.setModel(model, Dictionary(entities.map { ($0.name ?? "", $0.versionHash) }) { $1 })
        store.identity.replaceValues(metadata.values)
    }

    var identity: StoreIdentity { store.identity }
    var abilities: StoreAbilities { StoreAbilities(keepsHistory: false, isShared: false) }

    /// The store, which its coordinator and each caller retain.
    var store: NSAtomicStore {
        guard let owner else { trap("The engine of an atomic store is used after the store was deallocated.") }
        return owner
    }

    var keySpace: KeySpace {
        get { rows.keySpace }
        set {
            guard newValue != rows.keySpace else { return }
            rows.keySpace = newValue
            store.identifyNodesAgain()
        }
    }

    func generation() throws -> (any StoreReader)? { nil }

    // MARK: Writing

    /// Runs a write, one at a time. Undoes the changes of the nodes if it throws.
    ///
    /// - Parameter body: Called with the journal of the nodes, in which it records the changes that the
    ///   store in memory announces.
    func write<T>(_ body: (_ journal: NodeJournal) throws -> T) throws -> T {
        if let readOnlyReason {
            throw NSError(code: CocoaError.fileWriteNoPermission.rawValue, "The store cannot be written: \(readOnlyReason)")
        }
        writing.lock()
        defer { writing.unlock() }
        guard !isWriting else {
            throw NSError(
                code: NSPersistentStoreSaveError,
                "The store at \(store.url?.absoluteString ?? store.uuid) is being saved. Its own methods cannot save it again.")
        }
        isWriting = true
        defer { isWriting = false }
        let metadata = identity.unsaved
        let store = store
        let journal = NodeJournal(store)
        store.setJournal(journal)
        defer { store.setJournal(nil) }
        do {
            let result = try body(journal)
            if let metadata { identity.didSave(revision: metadata.revision) }
            journal.finish()
            return result
        } catch {
            journal.undo()
            // Other readers, and the app's own code, may have read rows before they were rolled back.
            if let changes = journal.announced { store.persistentStoreCoordinator?.cache.forget(changes) }
            throw error
        }
    }

    /// Lets the store write its nodes, and then other stores commit. Writes the nodes again as they
    /// were before if another store fails.
    func saveNodes(_ journal: NodeJournal, _ beforeCommit: (() throws -> Void)?) throws {
        try store.save()
        guard let beforeCommit else { return }
        do {
            try beforeCommit()
        } catch {
            journal.undo()
            do {
                try store.save()
            } catch {
                CoreDataLog.error(
                    "The store \(store.url?.absoluteString ?? store.uuid) could not be restored after another failed: \(error)")
            }
            throw error
        }
    }

    func performDeferredTask() throws -> Bool { try rows.performDeferredTask() }

    // MARK: Replacing

    func move(
        to description: NSPersistentStoreDescription, model: NSManagedObjectModel, put: (any StoreEngine) -> Void
    ) throws {
        throw NSError(
            code: NSPersistentStoreOperationError,
            "A store of type '\(type)' is copied by the objects that it has, not as a file.")
    }

    func giveWay(_ departure: StoreDeparture, put: () throws -> Void) rethrows {
        writing.lock()
        defer { writing.unlock() }
        try rows.giveWay(departure, put: put)
    }

    func close() throws {
        writing.lock()
        defer { writing.unlock() }
        try rows.close()
        owner?.removeNodes()
    }
}
