import Foundation

/// A key path operator on a collection: `items.@sum.price`.
///
/// Source: Apple's Key-Value Coding Programming Guide, "Using Collection Operators".
package enum CollectionOperator: String, CaseIterable {
    case count = "@count"
    case sum = "@sum"
    case average = "@avg"
    case least = "@min"
    case greatest = "@max"
    case union = "@unionOfObjects"
    case distinctUnion = "@distinctUnionOfObjects"
    case unionOfArrays = "@unionOfArrays"
    case distinctUnionOfArrays = "@distinctUnionOfArrays"
    case distinctUnionOfSets = "@distinctUnionOfSets"

    /// Returns the operator of a name.
    ///
    /// - Throws: `InvalidPredicate` for an unknown name.
    package static func named(_ name: String) throws -> CollectionOperator {
        guard let known = CollectionOperator(rawValue: name) else {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidPredicate("\(name) is not a collection operator; there are \(names).")
        }
        return known
    }

    /// Applies the operator to the values at `names`, the rest of the key path, in the elements.
    ///
    /// As in key-value coding, nil counts as 0 in a sum or average. `@count` counts all elements,
    /// and the other operators ignore nil.
    func apply(to elements: [Operand], _ names: ArraySlice<String>) throws -> Operand {
        if self == .count { return .value(.int(Int64(elements.count))) }
        let found = try elements.map { try $0.following(names) }
        switch self {
        case .count, .sum: return .value(Statistics.sum(try found.map { try $0.value }))
        case .average: return .value(Statistics.average(try found.map { try $0.value.isNull ? .int(0) : $0.value }))
        case .least: return .value(Statistics.least(try found.map { try $0.value }))
        case .greatest: return .value(Statistics.greatest(try found.map { try $0.value }))
        case .union: return .collection(found.filter { !$0.isNull })
        case .distinctUnion: return .collection(try Statistics.distinct(found.filter { !$0.isNull }))
        case .unionOfArrays: return .collection(found.flatMap { $0.elements ?? [] })
        case .distinctUnionOfArrays, .distinctUnionOfSets:
            return .collection(try Statistics.distinct(found.flatMap { $0.elements ?? [] }))
        }
    }
}
