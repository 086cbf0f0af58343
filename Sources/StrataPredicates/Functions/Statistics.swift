import Foundation

/// The aggregates of functions and collection operators. They ignore null, and numeric ones ignore
/// all values other than numbers.
enum Statistics {
    /// Returns the sum; 0 for no values.
    static func sum(_ values: [Value]) -> Value {
        values.compactMap(\.number).reduce(.int(0), +).value
    }

    /// Returns the average; null for no values.
    static func average(_ values: [Value]) -> Value {
        let numbers = values.compactMap(\.number)
        guard !numbers.isEmpty else { return .null }
        switch numbers.reduce(.int(0), +) {
        case .decimal(let sum): return .decimal((sum / Decimal(numbers.count)).asComputed)
        case let sum: return .double(sum.double / Double(numbers.count))
        }
    }

    /// Returns the least value of any type that has an order; null for no values.
    static func least(_ values: [Value]) -> Value {
        values.filter { !$0.isNull }.min { sortOrder($0, $1) == .orderedAscending } ?? .null
    }

    /// Returns the greatest value of any type that has an order; null for no values.
    static func greatest(_ values: [Value]) -> Value {
        values.filter { !$0.isNull }.max { sortOrder($0, $1) == .orderedAscending } ?? .null
    }

    /// Returns the middle value, or the average of the two middle values; null for no values.
    static func median(_ values: [Value]) -> Value {
        let sorted = values.filter { $0.number != nil }.sorted { order($0, $1) == .orderedAscending }
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? average([sorted[middle - 1], sorted[middle]]) : sorted[middle]
    }

    /// Returns the most frequent values in ascending order: a list, since there can be several.
    static func mode(_ values: [Value]) -> Value {
        let present = values.filter { !$0.isNull }
        // Counted by equality and not by neighbors in an order, which objects need not have.
        var counts: [DistinctValue: Int] = [:]
        for value in present { counts[DistinctValue(value), default: 0] += 1 }
        let most = counts.values.max()
        var modes: [Value] = []
        for value in present where counts[DistinctValue(value)] == most {
            counts[DistinctValue(value)] = nil
            modes.append(value)
        }
        return .list(modes.sorted { sortOrder($0, $1) == .orderedAscending })
    }

    /// Returns the population standard deviation; null for no values.
    static func standardDeviation(_ values: [Value]) -> Value {
        let numbers = values.compactMap(\.number).map(\.double)
        guard !numbers.isEmpty else { return .null }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return .double((squares / Double(numbers.count)).squareRoot())
    }

    /// Returns each value once, in the order of its first occurrence.
    static func distinct(_ operands: [Operand]) throws -> [Operand] {
        var seen: Set<DistinctValue> = []
        return try operands.filter { seen.insert(DistinctValue(try $0.value)).inserted }
    }
}
