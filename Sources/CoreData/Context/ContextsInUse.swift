internal import Synchronization

/// The contexts that were given a coordinator, as weak references. Child contexts are not included.
enum ContextsInUse {
    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    private static let contexts = Mutex<[WeakContext]>([])

    /// Adds a context, and removes those that were released. O(n).
    static func add(_ context: NSManagedObjectContext) {
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil || $0.context === context }
            contexts.append(WeakContext(context: context))
        }
    }

    /// The contexts whose queue is running the present code. O(n).
    static var onCurrentQueue: [NSManagedObjectContext] {
        contexts.withLock { $0.compactMap(\.context) }.filter(\.queue.isCurrent)
    }
}
