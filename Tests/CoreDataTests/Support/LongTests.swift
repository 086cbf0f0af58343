import Dispatch
import Testing

extension TimeLimitTrait.Duration {
    /// The time after which a test counts as stuck. Hundreds of tests share as many threads as
    /// there are cores, so all other tests may run between two steps of one test.
    static var whenStuck: Self { .minutes(30) }
}

/// Runs each case of a test on its own thread: a test that computes for minutes would block one of
/// the threads that all tests share.
struct OwnThread: TestTrait, TestScoping {
    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "long test")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(Executor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    static var ownThread: Self { Self() }
}
