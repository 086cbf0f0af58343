import Dispatch
import Testing

extension TimeLimitTrait.Duration {
    /// After so long a test does not go on any more. Hundreds of tests take turns on as many threads as there are cores: between two steps
    /// of one, all others may have a step.
    static var whenStuck: Self { .minutes(30) }
}

/// Runs each case of a test on a thread of its own: one that computes for minutes would hold a thread that all other tests wait for.
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
