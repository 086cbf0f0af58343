import Foundation
import StrataTestSupport
import Testing

/// Random edits, performed alike on models and on managed objects, and compared after each save and
/// before it.
///
/// A list of edits that fails is shortened for as long as it still fails. `STRATA_SEED` repeats a
/// world, and `STRATA_OPERATIONS` sets the number of edits.
struct RandomEditsTests {
    private static let editsPerWorld = 100
    private static let edits: Int = {
        let environment = ProcessInfo.processInfo.environment
        if let count = environment["STRATA_OPERATIONS"].flatMap(Int.init) { return count }
        return environment["STRATA_SOAK"] == nil ? 6_000 : 1_000_000
    }()

    @Test(arguments: 0..<2) func `models and managed objects that are edited alike have the same rows`(lane: Int) {
        let first = testSeed() &+ UInt64(lane) &* 1 << 32
        print("RandomEdits: STRATA_SEED=\(first)")
        for number in 0..<UInt64(max(1, Self.edits / Self.editsPerWorld / 2)) {
            let seed = first &+ number
            var random = SeededGenerator(seed: seed)
            let operations = (0..<Self.editsPerWorld).map { _ in EditOperation(&random) }
            guard let failure = Self.failure(of: operations) else { continue }
            let (fewest, error) = Self.shortened(operations, failure)
            Issue.record(
                """
                RandomEdits, STRATA_SEED=\(seed): \(error)
                after these edits, of \(operations.count):
                \(fewest.map { "  \($0)" }.joined(separator: "\n"))
                """)
            return
        }
    }

    private struct Failure {
        let count: Int
        let error: any Error
    }

    /// Performs edits in a new world. Returns the error, with the number of edits that led to it.
    private static func failure(of operations: [EditOperation]) -> Failure? {
        var count = 0
        do {
            let world = try EditWorld()
            for operation in operations {
                count += 1
                try world.perform(operation)
            }
            try world.compareFiles()
            return nil
        } catch {
            return Failure(count: count, error: error)
        }
    }

    private static func shortened(_ operations: [EditOperation], _ failure: Failure) -> ([EditOperation], any Error) {
        var fewest = Array(operations.prefix(failure.count))
        var error = failure.error
        var length = fewest.count / 2
        while length > 0 {
            var start = 0
            while start < fewest.count {
                var fewer = fewest
                fewer.removeSubrange(start..<min(start + length, fewest.count))
                if let shorter = self.failure(of: fewer) {
                    fewest = Array(fewer.prefix(shorter.count))
                    error = shorter.error
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return (fewest, error)
    }
}
