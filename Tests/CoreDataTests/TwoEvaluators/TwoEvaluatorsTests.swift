import Foundation
import StrataTestSupport
import Testing

/// Random predicates and sorts have the same results in SQL and in memory, over random models and
/// objects, with and without unsaved changes.
@Suite struct TwoEvaluatorsTests {
    private static let pairs = SampleSettings.pairs ?? 25_000
    /// The number of pairs in every world, whatever the total, so that a world's seed repeats them.
    private static let pairsPerWorld = 600
    /// The number of worlds that run at once: the number of cores of a small machine.
    private static let lanes = 2

    /// The number of disagreements after which a lane stops.
    private static let tolerance = 5

    private static let seed = testSeed()

    @Test(.ownThread, arguments: 0..<lanes) func theStoreAndMemoryAgree(lane: Int) throws {
        let seed = Self.seed &+ UInt64(lane) &* 1 << 32
        print("TwoEvaluatorsTests lane \(lane): STRATA_SEED=\(seed)")
        let worlds = UInt64(max(1, Self.pairs / Self.lanes / Self.pairsPerWorld))
        var tally = Interview.Tally()
        let start = ContinuousClock.now
        var (told, disagreements) = (start, 0)
        for number in 0..<worlds {
            let world = try SampleWorld(seed: seed &+ number)
            do {
                tally += try world.ask(Self.pairsPerWorld)
            } catch let disagreement as Interview.Disagreement {
                // Continues, because other worlds may find different disagreements.
                Issue.record("\(disagreement)")
                disagreements += 1
                if disagreements == Self.tolerance { return }
            }
            if SampleSettings.pairs != nil, told.duration(to: .now) > .seconds(5) {
                told = .now
                FileHandle.standardError.write(
                    Data("lane \(lane): world \(number + 1) of \(worlds), \(start.duration(to: told))\n".utf8))
            }
        }
        print(
            "TwoEvaluatorsTests lane \(lane): \(tally.asked) pairs, \(tally.telling) of them told objects apart, "
                + "refused: \(Refusals.report(tally.refusals))")
        let refused = tally.refusals.values.reduce(0, +)
        #expect(refused * 100 <= tally.asked * 3, "More than three in a hundred were refused: \(tally.refusals)")
        #expect(tally.telling * 4 >= tally.asked, "Fewer than one in four told objects apart; the others prove little.")
    }
}
