import StrataTestSupport
import Testing

/// Random edits by several contexts under live results of every kind: queries along relationships,
/// fetch ranges, and sections by stored, related or computed values.
///
/// Without the incremental stores of the tests, which execute no batch requests.
///
/// `STRATA_OPERATIONS` sets the number of edits, `STRATA_SEED` repeats one world, and
/// `STRATA_TRACE=1` prints each edit before it is performed.
@Suite struct RandomLiveResultsTests {
    private static let operations = SoakSettings.operations ?? 6_000
    private static let seed = testSeed()

    @Test(.ownThread, arguments: StoreUnderTest.withBatches) func equalFreshFetches(kind: StoreUnderTest) {
        let name = "RandomLiveResults of \(kind)"
        let run = RandomRun(name: name, operationsPerWorld: 60, operation: { LiveOperation(&$0) }) {
            operations, seed, didOne in
            let world = try LiveWorld(kind, seed: seed)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations), seed: Self.seed)
    }

    @Test(.ownThread, arguments: StoreUnderTest.withFailingReads)
    func `are equal to fresh fetches after the store has failed`(kind: StoreUnderTest) {
        let tally = SeededFailures.Tally()
        let name = "FailingLiveResults of \(kind)"
        let run = RandomRun(name: name, operationsPerWorld: 60, operation: { LiveOperation(&$0) }) {
            operations, seed, didOne in
            let world = try LiveWorld(kind, seed: seed, failing: tally)
            for operation in operations {
                if SoakSettings.isTracing { print(operation) }
                try world.perform(operation)
                didOne()
            }
        }
        run(kind.share(of: Self.operations / 2), seed: Self.seed)
        print("\(name): \(tally.calls) calls and \(tally.failed) of \(tally.attempted) operations failed")
        #expect(
            tally.calls * 3 > tally.attempted, "A call failed in fewer than one of three operations; the others prove little.")
    }
}
