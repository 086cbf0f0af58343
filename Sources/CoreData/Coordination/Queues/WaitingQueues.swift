internal import Glibc
internal import StrataTraps

/// The queues that the current code entered through nested calls of `ContextQueue.sync`, and the
/// queue that the outermost call was made on. Each waits for the next one, so no other code can run
/// on any of them.
///
/// Stored in a thread-specific value and not in a task-local one: a task that is started in such a
/// block inherits task-local values, but runs on another thread.
enum WaitingQueues {
    private final class Box {
        let queues: [ContextQueue.Identity]

        init(_ queues: [ContextQueue.Identity]) {
            self.queues = queues
        }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        require(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left for Core Data's queues.")
        return key
    }()

    static var current: [ContextQueue.Identity] {
        pthread_getspecific(key).map { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().queues } ?? []
    }

    static func contain(_ queue: ContextQueue.Identity) -> Bool { current.contains { $0 === queue } }

    static func run<T>(_ queues: [ContextQueue.Identity], _ block: () throws -> T) rethrows -> T {
        let before = pthread_getspecific(key)
        let box = Box(queues)
        pthread_setspecific(key, Unmanaged.passUnretained(box).toOpaque())
        defer { pthread_setspecific(key, before) }
        return try withExtendedLifetime(box, block)
    }
}
