import Foundation

/// What the functions and the collection operators make of many values: null and what is no number is left out.
enum Statistics {
    /// The sum of no values is 0.
    static func sum(_ values: [Value]) -> Value {
        values.compactMap(\.number).reduce(.int(0), +).value
    }

    /// The average of no values is null.
    static func average(_ values: [Value]) -> Value {
        let numbers = values.compactMap(\.number)
        guard !numbers.isEmpty else { return .null }
        switch numbers.reduce(.int(0), +) {
        case .decimal(let sum): return .decimal((sum / Decimal(numbers.count)).asComputed)
        case let sum: return .double(sum.double / Double(numbers.count))
        }
    }

    /// The least value, of any type that has an order; null where there is none.
    static func least(_ values: [Value]) -> Value {
        values.filter { !$0.isNull }.min { order($0, $1) == .orderedAscending } ?? .null
    }

    static func greatest(_ values: [Value]) -> Value {
        values.filter { !$0.isNull }.max { order($0, $1) == .orderedAscending } ?? .null
    }

    /// The value in the middle, or the average of the two there.
    static func median(_ values: [Value]) -> Value {
        let sorted = values.filter { $0.number != nil }.sorted { order($0, $1) == .orderedAscending }
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? average([sorted[middle - 1], sorted[middle]]) : sorted[middle]
    }

    /// The values that occur most often, in ascending order: a list, since there may be several.
    static func mode(_ values: [Value]) -> Value {
        let sorted = values.filter { !$0.isNull }.sorted { order($0, $1) == .orderedAscending }
        var runs: [(value: Value, count: Int)] = []
        for value in sorted {
            if let last = runs.last, last.value.isEqual(to: value) {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((value, 1))
            }
        }
        let most = runs.map(\.count).max()
        return .list(runs.filter { $0.count == most }.map(\.value))
    }

    /// The standard deviation of a whole population.
    static func standardDeviation(_ values: [Value]) -> Value {
        let numbers = values.compactMap(\.number).map(\.double)
        guard !numbers.isEmpty else { return .null }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((squares / Double(numbers.count)).squareRoot())
    }

    /// Each value once, where it occurs first.
    static func distinct(_ operands: [Operand]) throws -> [Operand] {
        var seen: Set<DistinctValue> = []
        return try operands.filter { seen.insert(DistinctValue(try $0.value)).inserted }
    }
}
