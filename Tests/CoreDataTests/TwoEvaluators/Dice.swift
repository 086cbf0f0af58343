import StrataTestSupport

/// Random choices that repeat themselves from their seed.
struct Dice {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// True once in `times`.
    mutating func once(in times: Int) -> Bool { int(1...times) == 1 }

    mutating func flag() -> Bool { Bool.random(using: &random) }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func seed() -> UInt64 { random.next() }

    /// Traps for an empty collection.
    mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: int(0...(elements.count - 1)))]
    }

    mutating func pickIfAny<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        elements.isEmpty ? nil : pick(elements)
    }

    mutating func some<Element>(_ elements: [Element], _ count: ClosedRange<Int>) -> [Element] {
        Array(elements.shuffled(using: &random).prefix(int(count)))
    }
}
