internal import Foundation
internal import Synchronization

/// The part of a context that its coordinator and its parent notify on any thread. It forwards to
/// the context on the context's queue.
///
/// They never have a strong reference to the context itself: it could become the last one, so that
/// the context would be deallocated on their thread, while the app uses its objects on the context's
/// queue. A mailbox may be released anywhere.
// Safe to share: the context is read on its queue only, `deferredMerges` is set before the context
// is shared, and everything else is safe to share.
final class ContextMailbox: CoordinatorFollower, @unchecked Sendable {
    private let queue: ContextQueue
    /// The changes that the context has not merged; nil if it merges on its queue or not at all.
    private(set) var deferredMerges: DeferredMerges?
    /// The mailboxes of the context's children.
    let children = WeakList<ContextMailbox>()
    /// The value of `automaticallyMergesChangesFromParent`.
    let mergesAutomatically = Atomic<Bool>(false)
    /// The number of entries of the parent's `permanentIDs` that the context has applied.
    let permanentIDsPulled = Atomic<Int>(0)
    /// The context of the mailbox, which sets it when it is created.
    weak var context: NSManagedObjectContext?

    init(_ queue: ContextQueue) {
        self.queue = queue
    }

    /// Keeps the changes for the owner of the context to merge. Called before the context is shared.
    func deferMerges() { deferredMerges = DeferredMerges() }

    func mergeIfAutomatic(_ changes: ChangeSet, from publisher: any NSObject & Sendable) {
        guard mergesAutomatically.load(ordering: .relaxed) else { return }
        if let deferredMerges { return deferredMerges.add(changes) }
        notify(from: publisher) { $0.merge(changes) }
    }

    func mergeAtOnceIfAutomatic(_ changes: ChangeSet, from publisher: NSPersistentStoreCoordinator) {
        guard mergesAutomatically.load(ordering: .relaxed), deferredMerges == nil else {
            return mergeIfAutomatic(changes, from: publisher)
        }
        guard let context, context.follows(publisher) else { return }
        queue.sync { context.merge(changes) }
    }

    func rereadIfAutomatic(from publisher: NSPersistentStoreCoordinator) {
        guard mergesAutomatically.load(ordering: .relaxed) else { return }
        if let deferredMerges { return deferredMerges.add(nil) }
        notify(from: publisher) { $0.rereadObjects() }
    }

    func readAgainSoon() {
        queue.asyncIfQueued { self.context?.readAgain() }
        for child in children.living { child.readAgainSoon() }
    }

    func storesDidChange(of publisher: NSPersistentStoreCoordinator) {
        notify(from: publisher) { $0.forgetObjectsOfRemovedStores() }
    }

    /// Calls a closure with the context on its queue, unless it has another publisher by then.
    private func notify(
        from publisher: any NSObject & Sendable, _ body: @escaping @Sendable (NSManagedObjectContext) -> Void
    ) {
        // Weak, since the publisher's stores stay open as long as it lives.
        queue.asyncIfQueued { [self, weak publisher] in
            guard let context, let publisher, context.follows(publisher) else { return }
            body(context)
        }
    }

    /// Applies new permanent IDs of the context's parent: immediately if the caller is on its queue,
    /// otherwise later. Called on the parent's queue. The IDs are passed, and not fetched later: the
    /// parent's queue may wait for this one by then.
    func applyPermanentIDsSoon(of parent: NSManagedObjectContext) {
        if queue.isCurrent {
            context?.pullPermanentIDs()
            return
        }
        let known = permanentIDsPulled.load(ordering: .relaxed)
        let (entries, end) = (parent.permanentIDs.entries(after: known), parent.permanentIDs.end)
        if entries.isEmpty { return }
        let parent = parent.mailbox
        queue.asyncIfQueued {
            guard let context = self.context, context.parent?.mailbox === parent else { return }
            // Requests have applied some of them meanwhile.
            let applied = self.permanentIDsPulled.load(ordering: .relaxed) - known
            context.apply(entries.dropFirst(max(applied, 0)), upTo: end)
        }
    }
}
