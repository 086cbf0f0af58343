import Foundation

/// The environment variables that configure the comparison of the two evaluators.
enum SampleSettings {
    private static let environment = ProcessInfo.processInfo.environment

    /// STRATA_PAIRS: the number of predicates to evaluate in both.
    static let pairs = environment["STRATA_PAIRS"].flatMap(Int.init)
    /// STRATA_TRACE: whether to print each predicate before its evaluation, to find one that
    /// crashes the process.
    static let isTracing = environment["STRATA_TRACE"] != nil
}
