import Testing

@testable import CoreData
@testable import Predicates

@Suite struct KeyListTests {
    private struct Model {
        var keys: [Int64] = []
        var prefixes: [SortPrefix] = []
    }

    private func sortPrefix(_ number: Int64) -> SortPrefix { SortPrefix(.int(number), ascending: true) }

    @Test(arguments: [10, 5_000]) func equalsAnArray(size: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var (list, model) = (KeyList(), Model())
        for key in 1...Int64(size) {
            let sortPrefix = sortPrefix(key / 3)
            list.append(key, sortPrefix)
            model.keys.append(key)
            model.prefixes.append(sortPrefix)
        }
        for step in 0..<2 * size {
            // Mostly near, some temporary, a few too far for four bytes.
            let key: Int64 =
                switch Int.random(in: 0..<20, using: &random) {
                case 0: -Int64(step) - 1
                case 1: 1 << 40 + Int64(step)
                default: Int64(size + step + 1)
                }
            if !model.keys.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
                let position = Int.random(in: 0..<model.keys.count, using: &random)
                list.remove(at: position)
                model.keys.remove(at: position)
                model.prefixes.remove(at: position)
            } else {
                let sortPrefix = sortPrefix(Int64.random(in: 0...Int64(size), using: &random))
                let position = list.alike(sortPrefix).upperBound
                #expect(position == model.prefixes.firstIndex { $0 > sortPrefix } ?? model.prefixes.count, "seed \(seed)")
                list.insert(key, sortPrefix, at: position)
                model.keys.insert(key, at: position)
                model.prefixes.insert(sortPrefix, at: position)
            }
            if step % size == 0 || step == 2 * size - 1 {
                #expect(Array(list) == model.keys, "seed \(seed), step \(step)")
            }
        }
        for (position, key) in model.keys.enumerated() {
            #expect(list[position] == key && list.sortPrefix(at: position) == model.prefixes[position], "seed \(seed)")
            #expect(list.position(of: key, marked: model.prefixes[position]) == position, "seed \(seed)")
        }
        for count in [1, 5, 40] {
            let some = Set(model.keys.shuffled(using: &random).prefix(count))
            let expected = model.keys.indices.filter { some.contains(model.keys[$0]) }
            #expect(list.positions(of: some.union([Int64.max])) == expected, "seed \(seed)")
        }
    }

    /// A full chunk is divided in the middle: around it and at the ends, rows must go where they belong.
    @Test(arguments: [0, 1, 511, 512, 513, 514, 1_023, 1_024]) func aFullChunkIsDivided(position: Int) {
        var list = KeyList()
        for key in 1...Int64(KeyList.chunkSize) { list.append(key, sortPrefix(key)) }
        var expected = Array(list)
        list.insert(5_000, sortPrefix(0), at: position)
        expected.insert(5_000, at: position)
        #expect(Array(list) == expected)
    }

    @Test func aCopyStaysAsItWas() {
        var list = KeyList()
        for key in 1...3_000 { list.append(Int64(key), sortPrefix(Int64(key))) }
        let copy = list
        list.remove(at: 1_500)
        list.insert(9_999, sortPrefix(10), at: 10)
        #expect(Array(copy) == (1...3_000).map { Int64($0) })
        #expect(copy != list)
    }

    @Test func whichKeysAreIn() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for span in [100, 100_000, 1 << 40] as [Int64] {
            var list = KeyList()
            var keys = Set((0..<200).map { _ in Int64.random(in: -20...span, using: &random) })
            for key in keys { list.append(key, .undecided) }
            var members = NumberSet(list)
            for _ in 0..<500 {
                let key = Int64.random(in: -20...span, using: &random)
                if keys.contains(key) {
                    keys.remove(key)
                    members.remove(key)
                } else {
                    keys.insert(key)
                    members.insert(key)
                }
            }
            #expect(keys.allSatisfy(members.mayContain), "seed \(seed)")
            let strangers = (0..<1_000).map { _ in Int64.random(in: -20...span, using: &random) }.filter { !keys.contains($0) }
            // Keys that lie wide apart are not kept by bits.
            if span < 1 << 40 { #expect(!strangers.contains(where: members.mayContain), "seed \(seed)") }
        }
    }
}
