internal import Synchronization

/// Contexts that are still in use, as weak references: those of a coordinator, or the children of a
/// context. Safe to use from any thread.
final class WeakContexts: Sendable {
    private struct Entry {
        weak var context: NSManagedObjectContext?
    }

    private let entries = Mutex<[Entry]>([])

    /// The contexts that are still in use. O(n).
    var living: [NSManagedObjectContext] { entries.withLock { $0.compactMap(\.context) } }

    /// Adds a context, once. O(n).
    func add(_ context: NSManagedObjectContext) {
        replace { $0.filter { $0 !== context } + [context] }
    }

    /// Removes a context. O(n).
    func remove(_ context: NSManagedObjectContext) {
        replace { $0.filter { $0 !== context } }
    }

    private func replace(_ change: ([NSManagedObjectContext]) -> [NSManagedObjectContext]) {
        let living = entries.withLock { entries in
            let living = entries.compactMap(\.context)
            entries = change(living).map(Entry.init)
            return living
        }
        // Not released under the lock: the app's last reference may have gone meanwhile, and the end
        // of a context may remove it.
        withExtendedLifetime(living) {}
    }

    /// Merges changes of a parent into the children that merge automatically.
    func merge(_ changes: ChangeSet, of parent: NSManagedObjectContext, except saver: NSManagedObjectContext?) {
        if changes.isEmpty { return }
        for context in living where context !== saver { context.mergeIfAutomatic(changes, from: parent) }
    }
}
