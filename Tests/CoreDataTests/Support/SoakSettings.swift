import Foundation

/// What the environment asks of tests that can run for long.
enum SoakSettings {
    private static let environment = ProcessInfo.processInfo.environment

    private static func number(_ name: String) -> Int? { environment[name].flatMap(Int.init) }

    /// STRATA_SEED: the seed of the first world; a failure prints that of its own world.
    static let seed = environment["STRATA_SEED"].flatMap(UInt64.init)
    /// STRATA_OPERATIONS: how many random operations on object graphs.
    static let operations = number("STRATA_OPERATIONS")
    /// STRATA_KILLS: how often a writing process is killed.
    static let kills = number("STRATA_KILLS")
    /// STRATA_SECONDS: for how long two processes write the same store.
    static let seconds = number("STRATA_SECONDS")
    /// STRATA_TRACE: whether to print each step before it is taken, to find one that ends the process.
    static let isTracing = environment["STRATA_TRACE"] != nil
}
