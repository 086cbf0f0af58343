import Testing

/// Runs lists of random operations, each list in a world of its own, and makes the first one that fails small.
struct RandomRun<Operation: CustomStringConvertible> {
    let name: String
    let operationsPerWorld: Int
    let operation: (inout SeededGenerator) -> Operation
    /// Does the operations in a new world, calling its second argument after each.
    let run: ([Operation], _ seed: UInt64, _ didOne: () -> Void) throws -> Void

    private struct Failure {
        let place: Int
        let error: any Error
    }

    /// - Parameter seed: that of the first world; each world after it has the next.
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

    /// What goes wrong in a new world, and at which operation.
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

    /// Fewer operations that still fail: long stretches are left out first, then single ones.
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
