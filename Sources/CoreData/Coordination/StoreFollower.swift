internal import Dispatch
internal import Foundation
internal import Synchronization

/// Has a coordinator look for what others wrote, whenever a file of one of its stores is written.
///
/// A commit becomes visible after its last write to the write-ahead log, and later still where the disk has to confirm it first. So
/// each look is repeated, at intervals that double up to two seconds; and many writes in a row are one look.
// Safe to share: the references are set in init only; the rest is confined to the queue.
final class StoreFollower: @unchecked Sendable {
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator.others")
    private weak var coordinator: NSPersistentStoreCoordinator?
    private weak var store: SQLiteStore?
    private var watch: FileWatch?
    // Confined to the queue.
    private var round = 0
    private var isAwaitingFirstLook = false
    private var plan = 0

    private static let rounds = 8

    /// nil for a store that nobody else can write, and for one of which nobody asks.
    init?(_ store: SQLiteStore, for coordinator: NSPersistentStoreCoordinator) {
        guard !store.isInMemory, store.keepsHistory || store.postsRemoteChanges, let url = store.url else { return nil }
        self.coordinator = coordinator
        self.store = store
        let file = url.resolvingSymlinksInPath()
        let name = file.lastPathComponent
        do {
            watch = try FileWatch(folder: file.deletingLastPathComponent(), names: [name, name + "-wal"]) { [weak self] in
                guard let self else { return }
                queue.async { self.didWrite() }
            }
        } catch {
            CoreDataLog.warning(
                "What other processes write into \(url.path) will not be noticed: \(error.localizedDescription)")
        }
    }

    private func didWrite() {
        guard !isAwaitingFirstLook else { return }
        isAwaitingFirstLook = true
        round = 0
        lookLater()
    }

    private func lookLater() {
        plan += 1
        let plan = plan
        queue.asyncAfter(deadline: .now() + .milliseconds(10 << round)) { [weak self] in
            guard let self, plan == self.plan else { return }
            look()
        }
    }

    private func look() {
        isAwaitingFirstLook = false
        guard let coordinator, let store else { return }
        let isKnown = coordinator.followOthers(store)
        // Where a write was under way it is asked again after it, however long that takes.
        round = isKnown ? round + 1 : min(round + 1, Self.rounds - 1)
        if round < Self.rounds { lookLater() }
    }
}

extension NSPersistentStoreCoordinator {
    /// Takes over what others wrote into a store since the last look, and posts that they did.
    ///
    /// Safe to call at any time on any thread, but for inside a transaction.
    ///
    /// - Returns: false where a write that is under way keeps it from being known; see `hasExternalCommits()`.
    @discardableResult
    func followOthers(_ store: SQLiteStore) -> Bool {
        let found = store.keepsHistory ? learnOfOthers(store) : countExternalCommits(store)
        if found == true { postRemoteChange(store) }
        return found != nil
    }

    /// Publishes the external changes in the histories of the stores since the last call. Waits for
    /// no write.
    ///
    /// The remote-change notifications are posted later, from another thread, since the caller may
    /// be in the middle of an update. A store without a history has no record of external changes;
    /// see `countExternalCommits()`.
    func learnOfOthers() {
        for store in stores.stores where store.keepsHistory && !store.isInMemory && learnOfOthers(store) {
            DispatchQueue.global().async { self.postRemoteChange(store) }
        }
    }

    /// Counts external commits to the stores without a history, since the last call, in
    /// `writesUnknown`. Waits for no write.
    ///
    /// - Returns: false where a write that is under way keeps it from being known.
    func countExternalCommits() -> Bool {
        stores.stores.lazy.filter { !$0.keepsHistory && !$0.isInMemory }.allSatisfy { store in
            let found = countExternalCommits(store)
            if found == true { DispatchQueue.global().async { self.postRemoteChange(store) } }
            return found != nil
        }
    }

    /// Returns whether others wrote into a store with a history.
    private func learnOfOthers(_ store: SQLiteStore) -> Bool {
        var didWrite = false
        logFailure {
            try store.lookForOthers { writes in
                switch writes {
                case .nothing: return
                case .changes(let changes): publishOthers(changes)
                case .unknown: publishUnknown()
                }
                didWrite = true
            }
        }
        return didWrite
    }

    /// Returns whether others wrote into a store without a history; nil where it is not known.
    private func countExternalCommits(_ store: SQLiteStore) -> Bool? {
        var found: Bool? = false
        logFailure { found = try store.hasExternalCommits() }
        // There is no record of what to read again; Apple's contexts are left as they are, too.
        if found == true { writesUnknown.add(1, ordering: .releasing) }
        return found
    }

    private func logFailure(_ look: () throws -> Void) {
        do {
            try look()
        } catch {
            CoreDataLog.error("What other processes wrote could not be read: \(error.localizedDescription)")
        }
    }
}
