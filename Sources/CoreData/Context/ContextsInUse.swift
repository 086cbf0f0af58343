internal import Synchronization

/// The contexts with a queue that were given a coordinator, as weak references. Child contexts are
/// not included, nor are those of the confinement type, which have no queue.
///
/// No other thread ever has a strong reference to a context because of this list: `add` and
/// `remove` do not read the weak references, and `onCurrentQueue` reads only those of its own
/// queue. Coordinators and parents know contexts by their `ContextMailbox`. So a context is
/// deallocated with the app's last reference to it, on the thread that releases it.
enum ContextsInUse {
    private struct Entry {
        let queue: ContextQueue
        weak var context: NSManagedObjectContext?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Adds a context. O(1).
    static func add(_ context: NSManagedObjectContext) {
        guard context.concurrencyType != .confinementConcurrencyType else { return }
        entries.withLock { $0[ObjectIdentifier(context)] = Entry(queue: context.queue, context: context) }
    }

    /// Removes a context that is being deallocated. O(1).
    static func remove(_ context: NSManagedObjectContext) {
        let entry = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(context)) }
        // Released here, and not under the lock.
        withExtendedLifetime(entry) {}
    }

    /// The contexts whose queue is running the present code. O(n).
    static var onCurrentQueue: [NSManagedObjectContext] {
        entries.withLock { Array($0.values) }.filter(\.queue.isCurrent).compactMap(\.context)
    }
}
