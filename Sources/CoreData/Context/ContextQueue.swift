internal import Dispatch
internal import Foundation

/// The queue a context and its objects live on: the main one, or one of the context's own.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue
    private let isMain: Bool
    private let identity: Identity

    /// What a queue is known by. Not the queue itself: on Linux `DispatchQueue.main` is a new object each time.
    private final class Identity: Sendable {}

    private static let key = DispatchSpecificKey<Identity>()
    private static let main: Identity = {
        let identity = Identity()
        DispatchQueue.main.setSpecific(key: key, value: identity)
        return identity
    }()

    init(_ type: NSManagedObjectContextConcurrencyType) {
        switch type {
        case .mainQueueConcurrencyType:
            queue = .main
            isMain = true
            identity = Self.main
        case .privateQueueConcurrencyType:
            queue = DispatchQueue(label: "NSManagedObjectContext")
            isMain = false
            identity = Identity()
            queue.setSpecific(key: Self.key, value: identity)
        }
    }

    /// Whether the caller runs on this queue.
    ///
    /// The main actor runs on the main queue, which has the main thread in programs with a run loop and any thread in
    /// those that called `dispatchMain()`; before either, code on the main thread counts as on the queue.
    var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.key) === identity || (isMain && Thread.isMainThread)
    }

    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Runs `block` on the queue and waits for it; on the queue itself it runs at once.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        isCurrent ? try block() : try queue.sync(execute: block)
    }
}
