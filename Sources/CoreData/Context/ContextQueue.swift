internal import Dispatch
internal import Foundation
internal import Traps

/// The queue a context and its objects live on: the main one, or one of the context's own.
///
/// A confined context has none: whoever calls is taken to be where the context belongs.
final class ContextQueue: Sendable {
    private let queue: DispatchQueue?
    private let isMain: Bool
    private let identity: Identity
    let name: String

    /// What a queue is known by. Not the queue itself: on Linux `DispatchQueue.main` is a new object each time.
    final class Identity: Sendable {}

    private static let key = DispatchSpecificKey<Identity>()
    private static let main: Identity = {
        let identity = Identity()
        DispatchQueue.main.setSpecific(key: key, value: identity)
        return identity
    }()

    init(_ type: NSManagedObjectContextConcurrencyType) {
        isMain = type == .mainQueueConcurrencyType
        switch type {
        case .mainQueueConcurrencyType:
            queue = .main
            identity = Self.main
            name = "the main queue"
        case .privateQueueConcurrencyType:
            let queue = DispatchQueue(label: "NSManagedObjectContext")
            identity = Identity()
            queue.setSpecific(key: Self.key, value: identity)
            self.queue = queue
            name = "the context's own queue"
        case .confinementConcurrencyType:
            queue = nil
            identity = Identity()
            name = "the thread it is confined to"
        }
    }

    /// Whether the caller runs on this queue, or on one that waits for this one.
    ///
    /// The main actor runs on the main queue, which has the main thread in programs with a run loop and any thread in
    /// those that called `dispatchMain()`; before either, code on the main thread counts as on the queue.
    var isCurrent: Bool {
        queue == nil || DispatchQueue.getSpecific(key: Self.key) === identity || (isMain && Thread.isMainThread)
            || WaitingQueues.contain(identity)
    }

    /// Traps for a confined context, as Apple's raises.
    func async(_ block: @escaping @Sendable () -> Void) {
        guard let queue else {
            trap("A confined context has no queue to perform blocks on; make it with the private queue's type.")
        }
        queue.async(execute: block)
    }

    /// Runs `block` later; not at all for a confined context, which does such work at its next save or fetch.
    func asyncIfQueued(_ block: @escaping @Sendable () -> Void) {
        queue?.async(execute: block)
    }

    /// Runs `block` on the queue and waits for it; on the queue itself, or one that waits for it, at once.
    ///
    /// So a child that a thread of its parent's queue waits for can ask its parent.
    func sync<T>(_ block: () throws -> T) rethrows -> T {
        guard let queue, !isCurrent else { return try block() }
        let waiting = WaitingQueues.current + [identity]
        return try queue.sync { try WaitingQueues.run(waiting, block) }
    }
}
