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

    /// Runs a block on the context's queue: at once if the caller is on it, or if there is none, and
    /// otherwise later. Unlike `perform(_:)`, processes no changes after it.
    package func performOnQueue(_ block: @escaping @Sendable () -> Void) {
        if queue.isCurrent { block() } else { queue.async(block) }
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

/// The result of a block, to be passed to another thread than the one it ran on. The author of the
/// block is responsible for the safety of using the value there, as on Apple's platforms.
// Safe to share: written once, before it is passed on; the author of the block is responsible for
// the value.
struct Outcome<T>: @unchecked Sendable {
    let result: Result<T, any Error>

    /// Returns the value, or throws the error. Takes a closure that throws the error, because a
    /// rethrowing function can throw only what its arguments throw.
    func get(rethrowing: (any Error) throws -> T) rethrows -> T {
        switch result {
        case .success(let value): value
        case .failure(let error): try rethrowing(error)
        }
    }
}
