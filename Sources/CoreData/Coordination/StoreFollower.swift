internal import Dispatch
internal import Foundation
internal import Synchronization

// External changes and persistent history
//
// An external change is one that another process, or another coordinator of this process, committed
// to a store. The file does not notify its other readers. The coordinator finds such changes itself
// and publishes them like its own, so that row cache, contexts and live results stay current. A
// store with persistent history records each transaction, so the coordinator can read which rows
// changed. The life of one change:
//
// 1. Another process commits. inotify reports a write to the store's file or write-ahead log
//    (`FileWatch`), and the `StoreFollower` looks for changes. It does so several times, since the
//    report may come before the commit is visible.
// 2. `StoreEngine.readExternalChanges` compares the number of the last transaction in the history
//    with `HistoryPosition.seen`. Numbers have no gaps, and those of the coordinator's own
//    transactions are in `HistoryPosition.own` from before they commit. All others are external.
// 3. The external transactions become one `ChangeSet` with the net change of each row. It also names
//    rows that were inserted and then updated or deleted: since the transactions were not published
//    one by one, a reader may have read such a row in between.
// 4. `appendExternalChanges(_:)` appends it to the feed, evicts its rows from the cache, and
//    schedules merges in the contexts that merge automatically. If part of the history was deleted,
//    `publishUnknown()` evicts all cached rows, and these contexts read all their objects again.
// 5. The remote-change notification is posted.
//
// In two cases the coordinator does not wait for inotify, which takes some hundredths of a second:
// a save that finds a gap before its own transaction publishes the external changes first
// (`publish(_:savedBy:)`), and live results pull external changes before they rely on the rows they
// have (`pullExternalChanges()`).
//
// The invariant: each transaction is published once, either as the coordinator's own or as
// external, and an own one after all external ones that were committed before it. Without it,
// contexts would merge their own saves again, and a reader that is up to date with the feed could
// still have rows from before an external change.
//
// A store without a history reports only that something was committed (`PRAGMA data_version`). In
// that case the notification is posted and `writesUnknown` is incremented. The row cache and
// contexts are not updated, as in Apple's Core Data; `stalenessInterval` limits how long old rows
// are used.

/// Makes a coordinator look for external changes whenever a file of one of its stores is written.
///
/// A commit becomes visible after its last write to the write-ahead log: later still if the disk
/// must confirm it first, and much later if the system stops the writing process in between. So
/// each write causes sixteen looks, with delays of 10, 20, 40 ms and so on up to 5.5 minutes. A new
/// write starts the sequence again. Further writes before the first look are covered by it.
// Safe to share: the references are set in init only; everything else is confined to the queue.
final class StoreFollower: @unchecked Sendable {
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator.others")
    private weak var coordinator: NSPersistentStoreCoordinator?
    private weak var store: NSPersistentStore?
    private var watch: FileWatch?
    // Confined to the queue.
    private var attempt = 0
    private var isAwaitingFirstLook = false
    private var plan = 0

    private static let attempts = 16
    /// The attempt that is repeated while a write of this process prevents the look, every 1.28 s.
    private static let repeatedAttempt = 7

    /// Creates a follower of a store's files. Returns nil for a store in memory, and for one that
    /// neither keeps a history nor posts remote changes.
    init?(_ store: NSPersistentStore, for coordinator: NSPersistentStoreCoordinator) {
        guard store.isShared, store.keepsHistory || store.postsRemoteChanges, let url = store.url else { return nil }
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
                "Changes by other processes to \(url.path) will not be noticed: \(error.localizedDescription)")
        }
    }

    private func didWrite() {
        guard !isAwaitingFirstLook else { return }
        isAwaitingFirstLook = true
        attempt = 0
        lookLater()
    }

    private func lookLater() {
        plan += 1
        let plan = plan
        queue.asyncAfter(deadline: .now() + .milliseconds(10 << attempt)) { [weak self] in
            guard let self, plan == self.plan else { return }
            look()
        }
    }

    private func look() {
        isAwaitingFirstLook = false
        guard let coordinator, let store else { return }
        let isKnown = coordinator.publishExternalChanges(store)
        // If a write of this process prevented the look, repeat it until it succeeds.
        attempt = isKnown ? attempt + 1 : min(attempt + 1, Self.repeatedAttempt)
        if attempt < Self.attempts { lookLater() }
    }
}

extension NSPersistentStoreCoordinator {
    /// Publishes the external changes to a store since the last look, and posts the remote-change
    /// notification if there were any.
    ///
    /// Safe to call at any time on any thread, except inside a transaction.
    ///
    /// - Returns: False if a write in progress prevents the look; see
    ///   `StoreEngine.readExternalCommits(_:)`.
    @discardableResult
    func publishExternalChanges(_ store: NSPersistentStore) -> Bool {
        let found = store.keepsHistory ? pullExternalChanges(store) : countExternalCommits(store)
        if found == true { postRemoteChange(store) }
        return found != nil
    }

    /// Publishes the external changes in the histories of the stores since the last look. Does not
    /// wait for writes.
    ///
    /// Posts the remote-change notifications later, from another thread, since the caller may be in
    /// the middle of an update. A store without a history has no record of external changes; see
    /// `countExternalCommits()`.
    func pullExternalChanges() {
        for store in stores.stores where store.keepsHistory && store.isShared && pullExternalChanges(store) {
            DispatchQueue.global().async { self.postRemoteChange(store) }
        }
    }

    /// Increments `writesUnknown` for each store without a history that has external commits since
    /// the last look. Does not wait for writes.
    ///
    /// - Returns: False if a write in progress prevents the look.
    func countExternalCommits() -> Bool {
        stores.stores.lazy.filter { !$0.keepsHistory && $0.isShared }.allSatisfy { store in
            let found = countExternalCommits(store)
            if found == true { DispatchQueue.global().async { self.postRemoteChange(store) } }
            return found != nil
        }
    }

    /// Publishes external changes in a store's history. Returns whether there were any.
    private func pullExternalChanges(_ store: NSPersistentStore) -> Bool {
        var didWrite = false
        logFailure {
            try store.engine.readExternalChanges { writes in
                switch writes {
                case .nothing: return
                case .changes(let changes): appendExternalChanges(changes)
                case .unknown: publishUnknown()
                }
                didWrite = true
            }
        }
        return didWrite
    }

    /// Returns whether there were external commits to a store without a history; nil if a write in
    /// progress prevents the look.
    private func countExternalCommits(_ store: NSPersistentStore) -> Bool? {
        var found: Bool? = false
        logFailure {
            // There is no record of which rows to read again. Contexts are not updated, as on
            // Apple's platforms.
            found = try store.engine.readExternalCommits { writesUnknown.add(1, ordering: .releasing) }
        }
        return found
    }

    private func logFailure(_ look: () throws -> Void) {
        do {
            try look()
        } catch {
            CoreDataLog.error("Changes by other processes could not be read: \(error.localizedDescription)")
        }
    }
}
