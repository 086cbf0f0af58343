internal import Dispatch

extension NSManagedObjectContext {
    /// The time at which an asynchronous block starts.
    public enum ScheduledTaskType: Sendable {
        /// Immediately, if the caller is on the context's queue already; otherwise like `enqueued`.
        case immediate
        /// After all blocks that were added to the queue before.
        case enqueued
    }

    func enqueue(_ block: @escaping @Sendable () -> Void) {
        queue.async {
            block()
            self.finishEvent()
        }
    }

    /// Runs a block on the context's queue, or on the main one if it is attached to that: at once if
    /// the caller is on it, or if there is none, and otherwise later. Unlike `perform(_:)`, processes no
    /// changes after it.
    package func performOnQueue(_ block: @escaping @Sendable () -> Void) {
        if queue.isCurrent, !isUsedOffMainQueue { block() } else { queue.asyncIfQueued(block) }
    }

    /// Runs `block` on the context's queue, waits for it, and returns its result. May be nested.
    @preconcurrency
    public nonisolated func performAndWait<T>(_ block: @Sendable () throws -> T) rethrows -> T {
        try queue.sync(block)
    }

    /// Runs `block` on the context's queue without blocking a thread, and returns its result.
    /// Processes pending changes after it, unless it ran immediately.
    @preconcurrency
    public nonisolated func perform<T>(
        schedule: ScheduledTaskType = .immediate,
        _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T {
        if schedule == .immediate, queue.isCurrent { return try block() }
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<T>, Never>) in
            queue.async {
                let result = Result { try block() }
                self.finishEvent()
                continuation.resume(returning: Outcome(result: result))
            }
        }
        return try result.get { throw $0 }
    }
}
