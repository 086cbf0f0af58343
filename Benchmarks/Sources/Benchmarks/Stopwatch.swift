import Foundation
import Glibc

/// Times work by the clock on the wall or, with `BENCH_CLOCK=cpu`, by what the process used of processors: other programs disturb that less,
/// but it knows nothing of waiting for a disk.
enum Stopwatch {
    private static let countsProcessors = ProcessInfo.processInfo.environment["BENCH_CLOCK"] == "cpu"

    static func measure(_ work: () throws -> Void) rethrows -> Duration {
        guard countsProcessors else { return try ContinuousClock().measure(work) }
        let start = processorTime
        try work()
        return processorTime - start
    }

    /// POSIX has `clock()` count a million a second.
    private static var processorTime: Duration { .microseconds(clock()) }
}
