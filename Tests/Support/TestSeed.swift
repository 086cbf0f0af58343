import Foundation

/// Returns the seed of a randomized test.
///
/// `make test` has the same verdict each time, so the seed is fixed. `make soak` sets STRATA_SOAK,
/// for a new seed in each process; a seed that fails there becomes a line of Tests/seeds.txt, which
/// `make test` tries too. STRATA_SEED repeats the seed that a failure printed.
///
/// - Parameter number: The number of the run, for a test that runs several times.
public func testSeed(_ number: Int = 0) -> UInt64 { repeatedSeed ?? firstSeed &+ UInt64(number) }

private let environment = ProcessInfo.processInfo.environment
private let repeatedSeed = environment["STRATA_SEED"].flatMap(UInt64.init)
// Not seeded: it is the seed itself, which a failure prints.
private let firstSeed: UInt64 = environment["STRATA_SOAK"] == nil ? 1 : .random(in: 0...(.max))
