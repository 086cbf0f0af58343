import Foundation
import StrataTestSupport
import Testing

/// Random models changed by random edits, with random rows, against a copy in memory that knows
/// entities and properties by identity.
@Suite(.timeLimit(.minutes(60))) struct RandomMigrationTests {
    /// 2,000 models take minutes in a build for debugging, in which it takes twenty milliseconds to
    /// open a store. `make soak` tries as many with each seed.
    private static let count = SoakSettings.isSoak ? 2_000 : 400
    /// Each lane has a thread of its own.
    private static let lanes = 4

    @Test(.ownThread, arguments: 0..<lanes)
    func `a random model changed at random keeps what it should`(lane: Int) {
        let seed = testSeed()
        print("RandomMigrationTests: STRATA_SEED=\(seed)")
        for number in stride(from: lane, to: Self.count, by: Self.lanes) {
            guard RandomMigration.run(seed &+ UInt64(number), rows: 0...4) != nil else { return }
        }
    }
}
