internal import Glibc
internal import Traps

/// The queues that wait, in `ContextQueue.sync`, for what the calling thread does. Nobody else runs on them meanwhile.
///
/// Kept by thread, and not as a task's value: a task that is started in there runs elsewhere and has none of them.
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
