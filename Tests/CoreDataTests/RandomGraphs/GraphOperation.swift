import StrataTestSupport

/// One step of a random run: the operation, its context, and numbers that pick its operands among
/// the objects that exist at that time. A step therefore remains valid when earlier steps are left
/// out.
struct GraphOperation: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        case insert, setValue, setName, relate, unrelate, clear, replace, reorder, delete, deny, refuse
        case save, rollback, reset, refresh, refreshDropping, refreshAll, process, obtainIDs, forget
        case fetch, count, batchInsert, batchUpdate, batchDelete, look, lookEverywhere

        /// The relative frequency of the operation.
        var weight: Int {
            switch self {
            case .insert, .relate: 14
            case .save: 12
            case .setValue, .replace, .fetch: 7
            case .unrelate, .reorder, .look, .delete: 6
            case .setName, .clear, .refresh, .lookEverywhere: 3
            case .deny, .refuse, .rollback, .refreshDropping, .refreshAll, .process, .obtainIDs, .forget, .count: 2
            case .reset, .batchInsert, .batchUpdate, .batchDelete: 1
            }
        }
    }

    let kind: Kind
    let context: Int
    let numbers: [Int]

    private static let bag = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    init(_ random: inout SeededGenerator) {
        kind = Self.bag[Int.random(in: 0..<Self.bag.count, using: &random)]
        context = Int.random(in: 0..<GraphWorld.contextCount, using: &random)
        numbers = (0..<6).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
    }

    var description: String { "\(kind) in \(context) \(numbers)" }
}

/// Random choices from the numbers of an operation, in order.
struct GraphChoices {
    private var rest: ArraySlice<Int>

    init(_ numbers: [Int]) {
        rest = numbers[...]
    }

    mutating func number(below count: Int) -> Int {
        guard let number = rest.popFirst() else { return 0 }
        return number % count
    }

    mutating func pick<C: RandomAccessCollection<Element>, Element>(_ items: C) -> Element? {
        items.isEmpty ? nil : items[items.index(items.startIndex, offsetBy: number(below: items.count))]
    }

    /// Returns up to four of the items, in random order.
    mutating func some<Element>(_ items: [Element]) -> [Element] {
        var random = SeededGenerator(seed: UInt64(number(below: 1_000_000)))
        let shuffled = items.shuffled(using: &random)
        return Array(shuffled.prefix(number(below: min(items.count, 4) + 1)))
    }

    mutating func chance(_ of: Int) -> Bool { number(below: of) == 0 }
}
