internal import Dispatch

extension NSManagedObjectContext {
    /// When an asynchronous block starts.
    public enum ScheduledTaskType: Sendable {
        /// At once if the caller is on the context's queue already.
        case immediate
        /// After everything that was handed to the queue before.
        case enqueued
    }

    /// Runs `block` on the context's queue, later.
    public func perform(_ block: @escaping @Sendable () -> Void) {
        queue.async {
            block()
            self.processPendingChanges()
        }
    }

    /// Runs `block` on the context's queue and returns what it returns or throws. May be nested.
    @preconcurrency
    public nonisolated func performAndWait<T>(_ block: @Sendable () throws -> T) rethrows -> T {
        try queue.sync(block)
    }

    /// Runs `block` on the context's queue without blocking a thread, and returns what it returns or throws.
    @preconcurrency
    public nonisolated func perform<T>(
        schedule: ScheduledTaskType = .immediate,
        _ block: @escaping @Sendable () throws -> T
    ) async rethrows -> T {
        if schedule == .immediate, queue.isCurrent { return try block() }
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome<T>, Never>) in
            queue.async {
                let result = Result { try block() }
                self.processPendingChanges()
                continuation.resume(returning: Outcome(result: result))
            }
        }
        return try result.get { throw $0 }
    }
}

/// Carries what a block returned off the queue it ran on; whoever wrote the block answers for its being safe to use there,
/// as on Apple's platforms.
// Safe to share: written once, before it is handed over; the author of the block answers for the
// value.
struct Outcome<T>: @unchecked Sendable {
    let result: Result<T, any Error>

    /// `rethrows` does not see through a Result, but it does through a closure that throws.
    func get(rethrowing: (any Error) throws -> T) rethrows -> T {
        switch result {
        case .success(let value): value
        case .failure(let error): try rethrowing(error)
        }
    }
}
