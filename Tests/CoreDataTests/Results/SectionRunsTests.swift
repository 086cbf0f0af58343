import StrataTestSupport
import Testing

@testable import CoreData
@testable import StrataPredicates

@Suite struct SectionRunsTests {
    private func runs(_ values: [Int64]) -> SectionRuns {
        var runs = SectionRuns()
        for value in values { runs.append(.int(value)) }
        return runs
    }

    /// Runs of equal neighbours, counted the plain way.
    private func counted(_ values: [Int64]) -> [ResultSection] {
        var sections: [ResultSection] = []
        for (position, value) in values.enumerated() {
            let start = sections.last.flatMap { $0.value == .int(value) ? $0.range.lowerBound : nil }
            if start != nil { sections.removeLast() }
            sections.append(ResultSection(value: .int(value), range: (start ?? position)..<position + 1))
        }
        return sections
    }

    @Test func equalNeighboursMakeARun() {
        let runs = runs([1, 1, 2, 1])
        #expect(runs.map(\.value) == [.int(1), .int(2), .int(1)])
        #expect(runs.map(\.range) == [0..<2, 2..<3, 3..<4])
    }

    @Test func rowsPutInAndTakenOut() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var values = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int64.random(in: 0...2, using: &random) }
            var runs = runs(values)
            for _ in 0..<60 {
                if values.isEmpty || Bool.random(using: &random) {
                    let position = Int.random(in: 0...values.count, using: &random)
                    let value = Int64.random(in: 0...2, using: &random)
                    values.insert(value, at: position)
                    runs.insert(.int(value), at: position)
                } else {
                    let position = Int.random(in: 0..<values.count, using: &random)
                    values.remove(at: position)
                    runs.remove(at: position)
                }
                guard Array(runs) == counted(values) else {
                    Issue.record("seed \(seed): \(Array(runs)) of \(values)")
                    return
                }
            }
        }
    }

    /// Enough runs for several chunks, which are divided and emptied.
    @Test func manyRuns() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        var values = (0..<3_000).map { Int64($0) }
        var runs = runs(values)
        for _ in 0..<3_000 {
            let position = Int.random(in: 0...values.count, using: &random)
            let value = Int64.random(in: 0...3_000, using: &random)
            values.insert(value, at: position)
            runs.insert(.int(value), at: position)
        }
        #expect(Array(runs) == counted(values), "seed \(seed)")
        while !values.isEmpty {
            let position = Int.random(in: 0..<values.count, using: &random)
            values.remove(at: position)
            runs.remove(at: position)
            if values.count % 500 == 0 { #expect(Array(runs) == counted(values), "seed \(seed)") }
        }
    }
}
