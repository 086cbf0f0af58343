import Foundation
import StrataTestSupport
import Testing

@testable import CoreData
@testable import StrataPredicates

/// Differences that are found by comparing two states, as after the query ran again.
@Suite struct ResultsDifferenceTests {
    /// Returns an arrangement of rows with section values.
    private func arrangement(_ rows: [(rowID: Int64, section: Value)]) -> LiveResults.Arrangement {
        var arrangement = LiveResults.Arrangement(isOneSection: false)
        for (rowID, section) in rows {
            arrangement.rowIDs.append(RowID(rowID), .undecided)
            arrangement.sections.append(section)
        }
        return arrangement
    }

    /// Returns the length of a longest ascending subsequence, found the plain way.
    private func longestAscent(_ list: [Int64]) -> Int {
        var lengths: [Int] = []
        for (index, value) in list.enumerated() {
            lengths.append(1 + (0..<index).filter { list[$0] < value }.map { lengths[$0] }.reduce(0, max))
        }
        return lengths.reduce(0, max)
    }

    private let reopened = LiveResults.Change(isReopened: true, touched: nil)

    @Test func `a list that applies the difference shows the new sections`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            // With few values, most sections occur more than once.
            let values = Int64.random(in: 1...8, using: &random)
            let states = (0...1).map { _ in
                (1...Int64.random(in: 1...10, using: &random)).shuffled(using: &random)
                    .map { (rowID: $0, section: Value.int(.random(in: 1...values, using: &random))) }
            }
            let (old, new) = (arrangement(states[0]), arrangement(states[1]))
            var list = ShownList(old)
            list.apply(reopened, to: new)
            #expect(list.mistake == nil, "seed \(seed)")
            #expect(list.sections == ShownList(new).sections, "seed \(seed)")
        }
    }

    @Test func `as many sections as possible stay`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let after = (Int64(0)..<12).shuffled(using: &random)
            let rows = (Int64(0)..<12).map { (rowID: $0 + 1, section: Value.int($0)) }
            let difference = ResultsDifference(
                reopened, from: arrangement(rows), to: arrangement(after.map { ($0 + 1, .int($0)) }))
            #expect(difference.deletedSections.count == 12 - longestAscent(after), "seed \(seed)")
            #expect(difference.insertedSections.count == difference.deletedSections.count, "seed \(seed)")
        }
    }

    /// A section value that counts its comparisons with others.
    private final class Counted: NSObject {
        nonisolated(unsafe) static var comparisons = 0
        let number: Int

        init(_ number: Int) { self.number = number }

        override func isEqual(_ object: Any?) -> Bool {
            Self.comparisons += 1
            return (object as? Counted)?.number == number
        }

        override var hash: Int { number }
    }

    @Test func `sections that are all others are not each compared with each`() {
        func state(_ numbers: Range<Int>) -> LiveResults.Arrangement {
            arrangement(numbers.map { (Int64($0), .opaque(OpaqueValue(Counted($0)))) })
        }
        let (old, new) = (state(1..<501), state(501..<1_001))
        Counted.comparisons = 0
        let difference = ResultsDifference(reopened, from: old, to: new)
        #expect(difference.deletedSections == Array(0..<500))
        #expect(difference.insertedSections == Array(0..<500))
        // A few for each, where their hash values meet.
        #expect(Counted.comparisons < 50 * 1_000)
    }
}
