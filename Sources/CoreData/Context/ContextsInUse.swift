internal import Synchronization

/// The contexts that were given a coordinator, as weak references. Child contexts are not included.
enum ContextsInUse {
    private struct WeakContext {
        weak var context: NSManagedObjectContext?
    }

    private static let contexts = Mutex<[WeakContext]>([])

    static func add(_ context: NSManagedObjectContext) {
        contexts.withLock { contexts in
            contexts.removeAll { $0.context == nil || $0.context === context }
            contexts.append(WeakContext(context: context))
        }
    }

    static var onCurrentQueue: [NSManagedObjectContext] {
        contexts.withLock { $0.compactMap(\.context) }.filter(\.queue.isCurrent)
    }
}
