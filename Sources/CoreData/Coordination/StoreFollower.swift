internal import Dispatch
internal import Foundation
internal import Synchronization

/// Has a coordinator look for what others wrote, whenever a file of one of its stores is written.
///
/// A commit becomes visible after its last write to the write-ahead log, and later still where the disk has to confirm it first. So
/// each look is repeated, at intervals that double up to two seconds; and many writes in a row are one look.
final class StoreFollower: @unchecked Sendable {
    private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator.others")
    private weak var coordinator: NSPersistentStoreCoordinator?
    private weak var store: SQLiteStore?
    private var watch: FileWatch?
    // The rest belongs to the queue.
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
        coordinator.followOthers(store)
        round += 1
        if round < Self.rounds { lookLater() }
    }
}

extension NSPersistentStoreCoordinator {
    /// Takes over what others wrote into a store since the last look, and posts that they did.
    ///
    /// Safe to call at any time on any thread, but for inside a transaction.
    func followOthers(_ store: SQLiteStore) {
        if learnOfOthers(store) { postRemoteChange(store) }
    }

    /// Takes over what others wrote into the stores since the last look, for whoever is amid something of which notifications must not hear: they
    /// are posted later, from another thread.
    func learnOfOthers() {
        for store in stores.stores where !store.isInMemory && learnOfOthers(store) {
            DispatchQueue.global().async { self.postRemoteChange(store) }
        }
    }

    /// Whether others wrote.
    private func learnOfOthers(_ store: SQLiteStore) -> Bool {
        var didWrite = false
        do {
            try store.lookForOthers { writes in
                switch writes {
                case .nothing: return
                case .changes(let changes): publishOthers(changes)
                case .unknown where store.keepsHistory: publishUnknown()
                // Without a history nobody knows what to read again; Apple's contexts are left as they are, too.
                case .unknown: writesUnknown.add(1, ordering: .releasing)
                }
                didWrite = true
            }
        } catch {
            CoreDataLog.error("What other processes wrote could not be read: \(error.localizedDescription)")
        }
        return didWrite
    }
}
