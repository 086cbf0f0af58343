import Testing

@testable import CoreData
@testable import Predicates

@Suite struct SectionRunsTests {
    private func runs(_ values: [Int64]) -> SectionRuns {
        var runs = SectionRuns()
        for value in values { runs.append(.int(value)) }
        return runs
    }

    @Test func equalNeighboursMakeARun() {
        let runs = runs([1, 1, 2, 1]).runs
        #expect(runs.map(\.value) == [.int(1), .int(2), .int(1)])
        #expect(runs.map(\.range) == [0..<2, 2..<3, 3..<4])
    }

    @Test func takingOutAndPuttingInEqualsStartingOver() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var values = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int64.random(in: 0...2, using: &random) }
            let before = runs(values)
            let removed = values.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            for position in removed.reversed() { values.remove(at: position) }
            let inserted = (0..<Int.random(in: 0...4, using: &random))
                .map { _ in
                    (position: Int.random(in: 0...values.count, using: &random), value: Int64.random(in: 0...2, using: &random))
                }
                .sorted { $0.position < $1.position }
            let after = before.replacing(removed: removed, inserted: inserted.map { ($0.position, .int($0.value)) })
            for (offset, insertion) in inserted.enumerated() { values.insert(insertion.value, at: insertion.position + offset) }
            #expect(after == runs(values), "seed \(seed)")
        }
    }
}
