import StrataTestSupport
import Testing

/// Random edits by several contexts under live results of every kind: queries along relationships,
/// fetch ranges, and sections by stored, related or computed values.
///
/// `STRATA_OPERATIONS` sets the number of edits, `STRATA_SEED` repeats one world, and
/// `STRATA_TRACE=1` prints each edit before it is performed.
@Suite struct RandomLiveResultsTests {
    private static let operations = SoakSettings.operations ?? 6_000
    private static let lanes = 2
    private static let seed = testSeed()

    @Test(.ownThread, arguments: 0..<lanes) func equalFreshFetches(lane: Int) {
        let run = RandomRun(name: "RandomLiveResults", operationsPerWorld: 60, operation: { LiveOperation(&$0) }) {
            operations, seed, didOne in
            let world = try LiveWorld(seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(Self.operations / Self.lanes, seed: Self.seed &+ UInt64(lane) &* 1 << 32)
    }

    @Test(.ownThread, arguments: 0..<lanes) func `are equal to fresh fetches after the store has failed`(lane: Int) {
        let tally = SeededFailures.Tally()
        let run = RandomRun(name: "FailingLiveResults", operationsPerWorld: 60, operation: { LiveOperation(&$0) }) {
            operations, seed, didOne in
            let world = try LiveWorld(seed: seed, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(Self.operations / Self.lanes / 2, seed: Self.seed &+ UInt64(lane) &* 1 << 32)
        print("FailingLiveResults: \(tally.calls) calls and \(tally.failed) of \(tally.attempted) operations failed")
        #expect(
            tally.calls * 3 > tally.attempted, "A call failed in fewer than one of three operations; the others prove little.")
    }
}
