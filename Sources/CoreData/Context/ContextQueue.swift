internal import Dispatch
internal import Foundation

/// The queue a context and its objects live on: the main one, or one of the context's own.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue
    private let isMain: Bool

    // The same key for all queues, each with its own identity as the value.
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    private static let markMain: Void = DispatchQueue.main.setSpecific(key: key, value: ObjectIdentifier(DispatchQueue.main))

    init(_ type: NSManagedObjectContextConcurrencyType) {
        switch type {
        case .mainQueueConcurrencyType:
            Self.markMain
            queue = .main
            isMain = true
        case .privateQueueConcurrencyType:
            queue = DispatchQueue(label: "NSManagedObjectContext")
            queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
            isMain = false
        }
    }

    /// Whether the caller runs on this queue. The main actor runs on the main one.
    var isCurrent: Bool {
        (isMain && Thread.isMainThread) || DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
    }

    func async(_ block: @escaping @Sendable () -> Void) {
        queue.async(execute: block)
    }

    /// Runs `block` on the queue and waits for it; on the queue itself it runs at once.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        isCurrent ? try block() : try queue.sync(execute: block)
    }
}
