internal import Dispatch
internal import Foundation
internal import Synchronization

// External changes and persistent history
//
// An external change is one that another process, or another coordinator of this process, committed
// to a store. The coordinator reads such changes and publishes them like its own, so that row cache,
// contexts and live results stay current. A store with persistent history records each transaction,
// so the coordinator can read which rows changed. The life of one change:
//
// 1. Another process commits. The store's engine reports it to the coordinator, which has subscribed
//    to such reports (`StoreEngine.follow`), and the coordinator looks for changes. It looks several
//    times, since a report may come before the commit is visible.
// 2. `StoreEngine.readExternalChanges` reads the transactions in the history that are neither the
//    coordinator's own nor read before. How it distinguishes them is the engine's own.
// 3. The external transactions become one `ChangeSet` with the net change of each row. It also names
//    rows that were inserted and then updated or deleted: since the transactions were not published
//    one by one, a reader may have read such a row in between.
// 4. `appendExternalChanges(_:)` appends it to the feed, evicts its rows from the cache, and
//    schedules merges in the contexts that merge automatically. If part of the history was deleted,
//    `publishUnknown()` evicts all cached rows, and these contexts read all their objects again.
// 5. The remote-change notification is posted.
//
// In three cases the coordinator does not wait for the report, which takes some hundredths of a
// second: a save first publishes the external changes that were committed before it
// (`settleExternalChanges()`), and live results pull external changes before they rely on the rows
// they have, as history requests do after they have read transactions (`pullExternalChanges()`).
//
// The invariant: each transaction is published once, either as the coordinator's own or as
// external, and an own one after all external ones that were committed before it. Without it,
// contexts would merge their own saves again, and a reader that is up to date with the feed could
// still have rows from before an external change.
//
// A store without a history knows only that something was committed. In that case the notification
// is posted and `writesUnknown` is incremented. The row cache and contexts are not updated, as in
// Apple's Core Data; `stalenessInterval` limits how long old rows are used. If the app knows what
// was changed and merges it, the rows are evicted (`recordChangesElsewhere(_:)`).

extension NSPersistentStoreCoordinator {
    /// Starts to publish external changes to a store when its engine reports them. Returns nil if
    /// that is not possible, or not necessary: for a store that neither keeps a history nor posts
    /// remote changes.
    func follow(_ store: NSPersistentStore) -> (any StoreSubscription)? {
        guard store.isShared, store.keepsHistory || store.postsRemoteChanges else { return nil }
        return store.engine.follow { [weak self, weak store] in
            guard let self, let store else { return true }
            return publishExternalChanges(store)
        }
    }

    /// Publishes the external changes to a store since the last look, and posts the remote-change
    /// notification if there were any.
    ///
    /// Safe to call at any time on any thread, except inside a transaction.
    ///
    /// - Returns: False if a write in progress prevents the look; see
    ///   `StoreEngine.readExternalChanges(_:)`.
    @discardableResult
    func publishExternalChanges(_ store: NSPersistentStore) -> Bool {
        let found = readExternalChanges(store)
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
        for store in stores.stores where store.keepsHistory && store.isShared && readExternalChanges(store) == true {
            DispatchQueue.global().async { self.postRemoteChange(store) }
        }
    }

    /// Increments `writesUnknown` for each store without a history that has external commits since
    /// the last look. Does not wait for writes.
    ///
    /// - Returns: False if a write in progress prevents the look.
    func countExternalCommits() -> Bool {
        stores.stores.lazy.filter { !$0.keepsHistory && $0.isShared }.allSatisfy { store in
            let found = readExternalChanges(store)
            if found == true { DispatchQueue.global().async { self.postRemoteChange(store) } }
            return found != nil
        }
    }

    /// Publishes the external changes that were committed before this coordinator's last commit, and
    /// posts the remote-change notifications. Called before the changes of that commit are
    /// published.
    func settleExternalChanges() {
        for store in stores.stores {
            do {
                guard try store.engine.settleExternalChanges(publish(external:)) else { continue }
                _ = failingLooks.end()
                postRemoteChange(store)
            } catch {
                failingLooks.begin(Self.failure(error))
            }
        }
    }

    /// Publishes external changes to a store. Returns whether there were any; nil if a write in
    /// progress prevents the look.
    private func readExternalChanges(_ store: NSPersistentStore) -> Bool? {
        do {
            let found = try store.engine.readExternalChanges(publish(external:))
            _ = failingLooks.end()
            return found
        } catch {
            failingLooks.begin(Self.failure(error))
            return false
        }
    }

    private func publish(external changes: ExternalChanges) {
        switch changes {
        case .nothing: return
        case .changes(let changes): appendExternalChanges(changes)
        case .unknown: publishUnknown()
        // There is no record of which rows to read again. Contexts are not updated, as on Apple's
        // platforms.
        case .unlisted: writesUnknown.add(1, ordering: .releasing)
        }
    }

    private static func failure(_ error: any Error) -> String {
        "Changes by other processes could not be read: \(error.localizedDescription)"
    }
}
