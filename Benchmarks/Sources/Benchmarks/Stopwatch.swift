import Foundation
import Glibc

/// Measures elapsed time or, with `BENCH_CLOCK=cpu`, the CPU time of the process. Other programs
/// disturb CPU time less, but it does not include waiting for a disk.
enum Stopwatch {
    private static let countsProcessors = ProcessInfo.processInfo.environment["BENCH_CLOCK"] == "cpu"

    static func measure(_ work: () throws -> Void) rethrows -> Duration {
        guard countsProcessors else { return try ContinuousClock().measure(work) }
        let start = processorTime
        try work()
        return processorTime - start
    }

    /// POSIX requires `clock()` to count microseconds.
    private static var processorTime: Duration { .microseconds(clock()) }
}
