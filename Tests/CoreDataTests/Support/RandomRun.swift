import StrataTestSupport
import Testing

/// Runs lists of random operations, each list in a new world, and shrinks the first list that
/// fails.
struct RandomRun<Operation: CustomStringConvertible> {
    let name: String
    let operationsPerWorld: Int
    let operation: (inout SeededGenerator) -> Operation
    /// Performs the operations in a new world, and calls `didOne` after each.
    let run: ([Operation], _ seed: UInt64, _ didOne: () -> Void) throws -> Void

    private struct Failure {
        let place: Int
        let error: any Error
    }

    /// - Parameter seed: The seed of the first world. Each later world has the next number.
    func callAsFunction(_ count: Int, seed: UInt64) {
        print("\(name): STRATA_SEED=\(seed)")
        for number in 0..<UInt64(max(1, count / operationsPerWorld)) {
            let seed = seed &+ number
            var random = SeededGenerator(seed: seed)
            let operations = (0..<operationsPerWorld).map { _ in operation(&random) }
            guard let failure = failure(operations, seed) else { continue }
            let (fewest, last) = shrunk(operations, failure, seed)
            Issue.record(
                """
                \(name), STRATA_SEED=\(seed): \(last.error)
                after these operations, of \(operations.count):
                \(fewest.map { "  \($0)" }.joined(separator: "\n"))
                """)
            return
        }
    }

    /// Performs the operations in a new world. Returns the error and the operation that caused it,
    /// or nil.
    private func failure(_ operations: [Operation], _ seed: UInt64) -> Failure? {
        var place = 0
        do {
            if SoakSettings.isTracing { print("\(name), STRATA_SEED=\(seed)") }
            try run(operations, seed) { place += 1 }
            return nil
        } catch {
            return Failure(place: place, error: error)
        }
    }

    /// Returns fewer operations that still fail. Removes long ranges first, then single operations.
    private func shrunk(_ operations: [Operation], _ failure: Failure, _ seed: UInt64) -> ([Operation], Failure) {
        var fewest = Array(operations.prefix(failure.place + 1))
        var failure = failure
        var length = fewest.count / 2
        while length > 0 {
            var start = 0
            while start < fewest.count {
                var fewer = fewest
                fewer.removeSubrange(start..<min(start + length, fewest.count))
                if let shorter = self.failure(fewer, seed) {
                    fewest = Array(fewer.prefix(shorter.place + 1))
                    failure = shorter
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return (fewest, failure)
    }
}
