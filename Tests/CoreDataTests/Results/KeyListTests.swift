import StrataTestSupport
import Testing

@testable import CoreData
@testable import StrataPredicates

@Suite struct KeyListTests {
    private struct Model {
        var rowIDs: [RowID] = []
        var prefixes: [SortPrefix] = []
    }

    private func sortPrefix(_ value: Int64) -> SortPrefix { SortPrefix(.int(value), ascending: true) }

    @Test(arguments: [10, 5_000]) func equalsAnArray(size: Int) {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        var (list, model) = (KeyList(), Model())
        for key in 1...Int64(size) {
            let sortPrefix = sortPrefix(key / 3)
            list.append(RowID(key), sortPrefix)
            model.rowIDs.append(RowID(key))
            model.prefixes.append(sortPrefix)
        }
        for step in 0..<2 * size {
            // Mostly near, some temporary, a few too far for four bytes.
            let rowID =
                switch Int.random(in: 0..<20, using: &random) {
                case 0: RowID(-Int64(step) - 1)
                case 1: RowID(1 << 40 + Int64(step))
                default: RowID(Int64(size + step + 1))
                }
            if !model.rowIDs.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
                let position = Int.random(in: 0..<model.rowIDs.count, using: &random)
                list.remove(at: position)
                model.rowIDs.remove(at: position)
                model.prefixes.remove(at: position)
            } else {
                let sortPrefix = sortPrefix(Int64.random(in: 0...Int64(size), using: &random))
                let position = list.alike(sortPrefix).upperBound
                #expect(position == model.prefixes.firstIndex { $0 > sortPrefix } ?? model.prefixes.count, "seed \(seed)")
                list.insert(rowID, sortPrefix, at: position)
                model.rowIDs.insert(rowID, at: position)
                model.prefixes.insert(sortPrefix, at: position)
            }
            if step % size == 0 || step == 2 * size - 1 {
                #expect(Array(list) == model.rowIDs, "seed \(seed), step \(step)")
            }
        }
        for (position, rowID) in model.rowIDs.enumerated() {
            #expect(list[position] == rowID, "seed \(seed)")
            #expect(list.sortPrefix(at: position) == model.prefixes[position], "seed \(seed)")
            #expect(list.position(of: rowID, sortPrefix: model.prefixes[position]) == position, "seed \(seed)")
        }
        for count in [1, 5, 40] {
            let some = Set(model.rowIDs.shuffled(using: &random).prefix(count))
            let expected = model.rowIDs.indices.filter { some.contains(model.rowIDs[$0]) }
            #expect(list.positions(of: some.union([RowID(.max)])) == expected, "seed \(seed)")
        }
    }

    /// A full chunk is divided in the middle: around it and at the ends, rows must go where they belong.
    @Test(arguments: [0, 1, 511, 512, 513, 514, 1_023, 1_024]) func aFullChunkIsDivided(position: Int) {
        var list = KeyList()
        for key in 1...Int64(KeyList.chunkSize) { list.append(RowID(key), sortPrefix(key)) }
        var expected = Array(list)
        list.insert(5_000, sortPrefix(0), at: position)
        expected.insert(5_000, at: position)
        #expect(Array(list) == expected)
    }

    @Test func aCopyStaysAsItWas() {
        var list = KeyList()
        for key in 1...Int64(3_000) { list.append(RowID(key), sortPrefix(key)) }
        let copy = list
        list.remove(at: 1_500)
        list.insert(9_999, sortPrefix(10), at: 10)
        #expect(Array(copy) == (1...3_000).map { RowID($0) })
        #expect(copy != list)
    }

    @Test func whichKeysAreIn() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        for span in [100, 100_000, 1 << 40] as [Int64] {
            var list = KeyList()
            func randomID() -> RowID { RowID(Int64.random(in: -20...span, using: &random)) }
            var rowIDs = Set((0..<200).map { _ in randomID() })
            for rowID in rowIDs { list.append(rowID, .undecided) }
            var members = RowIDSet(list)
            for _ in 0..<500 {
                let rowID = randomID()
                if rowIDs.contains(rowID) {
                    rowIDs.remove(rowID)
                    members.remove(rowID)
                } else {
                    rowIDs.insert(rowID)
                    members.insert(rowID)
                }
            }
            #expect(rowIDs.allSatisfy(members.mayContain), "seed \(seed)")
            let strangers = (0..<1_000).map { _ in randomID() }.filter { !rowIDs.contains($0) }
            // IDs that lie wide apart are not kept by bits.
            if span < 1 << 40 { #expect(!strangers.contains(where: members.mayContain), "seed \(seed)") }
        }
    }
}
