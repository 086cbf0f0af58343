import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

struct EnvironmentValuesTests {
    private struct Key<Tag>: EnvironmentKey {
        static var defaultValue: Int { 0 }
    }

    private struct Accessor {
        let get: (EnvironmentValues) -> Int
        let set: (inout EnvironmentValues, Int) -> Void
    }

    /// Returns accessors of as many keys, each of a type of its own.
    private func accessors<Tag>(_ tag: Tag.Type, _ count: Int) -> [Accessor] {
        guard count > 0 else { return [] }
        let accessor = Accessor(get: { $0[Key<Tag>.self] }, set: { $0[Key<Tag>.self] = $1 })
        return [accessor] + accessors(Key<Tag>.self, count - 1)
    }

    @Test func `an environment has the last value of each key, and a copy keeps its own`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let keys = accessors(Int.self, 30)
        var environment = EnvironmentValues()
        var expected = Array(repeating: 0, count: keys.count)
        var copies: [(EnvironmentValues, [Int])] = []
        for step in 0..<2_000 {
            let index = Int.random(in: keys.indices, using: &random)
            let value = Int.random(in: 0..<5, using: &random)
            keys[index].set(&environment, value)
            expected[index] = value
            #expect(keys.map { $0.get(environment) } == expected, "STRATA_SEED=\(seed), step \(step)")
            if step.isMultiple(of: 200) { copies.append((environment, expected)) }
        }
        for (copy, values) in copies { #expect(keys.map { $0.get(copy) } == values, "STRATA_SEED=\(seed)") }
    }

    @Test func `environments are equal if the same keys have equal values, in any order`() {
        let keys = accessors(String.self, 20)
        var (first, second) = (EnvironmentValues(), EnvironmentValues())
        for (index, key) in keys.enumerated() { key.set(&first, index + 1) }
        for (index, key) in keys.enumerated().reversed() { key.set(&second, index + 1) }
        #expect(first.isEqual(to: second))
        keys[3].set(&second, 100)
        #expect(!first.isEqual(to: second))
        keys[3].set(&second, 4)
        #expect(first.isEqual(to: second))
    }

    @Test func `a value that is set again does not change the environment`() {
        var environment = EnvironmentValues()
        environment.isEnabled = false
        let former = environment
        environment.isEnabled = false
        #expect(environment.isIdentical(to: former))
        environment.isEnabled = true
        #expect(!environment.isEqual(to: former))
    }
}

@MainActor
struct MountedElementsTests {
    @Test func `elements are found by their IDs while they are mounted`() {
        let seed = testSeed()
        var random = SeededGenerator(seed: seed)
        let all = (0..<300).map { Element(id: $0, content: .layout(.divider)) }
        var mounted = MountedElements()
        var expected: Set<Int> = []
        for step in 0..<3_000 {
            let element = all[Int.random(in: all.indices, using: &random)]
            if expected.contains(element.id) {
                mounted.unmount(element)
                expected.remove(element.id)
            } else {
                mounted.mount(element)
                expected.insert(element.id)
            }
            guard step.isMultiple(of: 50) else { continue }
            for element in all {
                let found = mounted[element.id] === element
                #expect(found == expected.contains(element.id), "STRATA_SEED=\(seed), step \(step), element \(element.id)")
            }
        }
    }
}
