import Foundation

/// What the environment asks of the test of both evaluators.
enum SampleSettings {
    private static let environment = ProcessInfo.processInfo.environment

    /// STRATA_SEED: the seed of the first world; a failure prints that of its own world.
    static let seed = environment["STRATA_SEED"].flatMap(UInt64.init)
    /// STRATA_PAIRS: how many predicates to ask both evaluators.
    static let pairs = environment["STRATA_PAIRS"].flatMap(Int.init)
    /// STRATA_TRACE: whether to print each predicate before it is asked, to find one that ends the process.
    static let isTracing = environment["STRATA_TRACE"] != nil
}
