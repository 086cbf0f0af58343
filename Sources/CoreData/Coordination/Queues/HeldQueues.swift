internal import Dispatch
internal import Foundation
internal import Glibc
internal import StrataTraps

/// The queues that the present code holds: the one that it runs on, and those that wait for it, so
/// that no other code can run on any of them. See `SerialQueue`.
///
/// Stored in a thread-specific value and not in a task-local one: a task that is started in such
/// code inherits task-local values, but runs on another thread.
struct HeldQueues: Sendable {
    /// The queues, from the outermost to the innermost, some of them several times.
    private(set) var queues: [SerialQueue]

    init(_ queues: SerialQueue...) {
        self.queues = queues
    }

    private final class Box {
        let held: HeldQueues

        init(_ held: HeldQueues) {
            self.held = held
        }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        require(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left for Core Data's queues.")
        return key
    }()

    private static var stored: [SerialQueue] {
        pthread_getspecific(key).map { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().held.queues } ?? []
    }

    static var current: HeldQueues {
        var held = HeldQueues()
        held.queues = stored
        // `DispatchQueue.main.sync` may have led to the main queue.
        if SerialQueue.isMainItself, !held.queues.contains(where: { $0 === SerialQueue.main }) { held.queues.append(.main) }
        return held
    }

    static func contain(_ queue: SerialQueue) -> Bool {
        stored.contains { $0 === queue } || queue === SerialQueue.main && SerialQueue.isMainItself
    }

    /// These queues, and then others.
    func adding(_ others: [SerialQueue]) -> HeldQueues {
        var sum = self
        sum.queues += others
        return sum
    }

    /// Runs a block that holds these queues.
    func run<T>(_ block: () throws -> T) rethrows -> T {
        let before = pthread_getspecific(Self.key)
        let box = Box(self)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(box).toOpaque())
        defer { pthread_setspecific(Self.key, before) }
        return try withExtendedLifetime(box, block)
    }
}
