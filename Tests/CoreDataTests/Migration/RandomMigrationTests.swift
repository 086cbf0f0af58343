import Foundation
import StrataTestSupport
import Testing

/// Random models changed by random edits, with random rows, against a copy in memory that knows
/// entities and properties by identity.
@Suite(.timeLimit(.minutes(60))) struct RandomMigrationTests {
    /// The number of versions that stores are migrated to. `make soak` tries more, with each seed.
    private static let count = SoakSettings.isSoak ? 4_000 : 2_000
    /// The number of versions of one store, which is created, inspected and compared once. More would
    /// take longer: edits make models larger.
    private static let steps = 4
    /// Each lane has a thread of its own.
    private static let lanes = 4

    @Test(.ownThread, arguments: 0..<lanes)
    func `a random model changed at random keeps what it should`(lane: Int) {
        let seed = testSeed()
        print("RandomMigrationTests: STRATA_SEED=\(seed)")
        for number in stride(from: lane, to: Self.count / Self.steps, by: Self.lanes) {
            guard RandomMigration.run(seed &+ UInt64(number), rows: 0...4, steps: Self.steps) != nil else { return }
        }
    }
}
