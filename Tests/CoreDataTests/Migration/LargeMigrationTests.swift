import Foundation
import StrataTestSupport
import Testing

/// Random models like those of `RandomMigrationTests`, with a million rows in all.
@Suite(.timeLimit(.minutes(60))) struct LargeMigrationTests {
    @Test(.ownThread, .enabled(if: SoakSettings.isSoak, "It takes minutes: make soak"))
    func `random models with a million rows keep what they should`() {
        let seed = testSeed()
        print("LargeMigrationTests: STRATA_SEED=\(seed)")
        var (rows, models) = (0, UInt64(0))
        while rows < 1_000_000 {
            let steps = models % 4 == 3 ? 2 : 1
            guard let count = RandomMigration.run(seed &+ models, rows: 20_000...40_000, steps: steps) else { return }
            rows += count
            models += 1
        }
        print("LargeMigrationTests: \(rows) rows in \(models) models")
    }
}
