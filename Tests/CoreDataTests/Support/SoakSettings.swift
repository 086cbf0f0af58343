import Foundation

/// Environment variables that configure the long-running tests.
enum SoakSettings {
    private static let environment = ProcessInfo.processInfo.environment

    private static func number(_ name: String) -> Int? { environment[name].flatMap(Int.init) }

    /// STRATA_SOAK: whether this is `make soak`, which has hours.
    static let isSoak = environment["STRATA_SOAK"] != nil
    /// STRATA_OPERATIONS: the number of random operations on object graphs.
    static let operations = number("STRATA_OPERATIONS")
    /// STRATA_KILLS: the number of times a writing process is killed.
    static let kills = number("STRATA_KILLS")
    /// STRATA_SECONDS: the number of seconds for which two processes write the same store.
    static let seconds = number("STRATA_SECONDS")
    /// STRATA_TRACE: whether to print each step before it runs, to find a step that crashes the
    /// process.
    static let isTracing = environment["STRATA_TRACE"] != nil
}
