internal import Synchronization

/// The child contexts of a context that are still in use, as weak references. Safe to use from any
/// thread.
final class ChildContexts: Sendable {
    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    private let contexts = Mutex<[WeakContext]>([])

    func add(_ context: NSManagedObjectContext) {
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil }
            contexts.append(WeakContext(context: context))
        }
    }

    func remove(_ context: NSManagedObjectContext) {
        contexts.withLock { contexts in contexts.removeAll { $0.context == nil || $0.context === context } }
    }

    var living: [NSManagedObjectContext] { contexts.withLock { $0.compactMap(\.context) } }

    /// Merges changes of the parent into the children that merge automatically.
    func merge(_ changes: ChangeSet, of parent: NSManagedObjectContext, except saver: NSManagedObjectContext?) {
        if changes.isEmpty { return }
        for context in living where context !== saver { context.mergeIfAutomatic(changes, from: parent) }
    }
}
