internal import Foundation
internal import StrataPredicates
internal import StrataTraps

/// An evaluator of key paths that begin at objects, dictionaries and collections of them.
///
/// A key of a collection is evaluated for each element, and the values form a collection of the
/// same kind. An operator such as `@sum` applies to the collection itself, and the rest of the path
/// is evaluated for each element.
enum KeyPathReader {
    static func keys(of keyPath: String) -> ArraySlice<String> {
        keyPath.split(separator: ".").map(String.init)[...]
    }

    /// Returns the value at the end of the path; `nil` if a value on the path is `nil`.
    static func value(of any: Any, _ keys: ArraySlice<String>) -> Any? {
        guard let key = keys.first else { return any }
        let rest = keys.dropFirst()
        if let collection = Collection(any) {
            if let operation = CollectionOperator(rawValue: key) { return result(of: operation, collection, rest) }
            require(
                !key.hasPrefix("@"),
                """
                '\(key)' is not a collection operator. Use one of \(CollectionOperator.allCases.map(\.rawValue).joined(separator: ", ")).
                """
            )
            let values = collection.elements.map { value(of: $0, [key]) }
            return value(of: collection.collection(values), rest)
        }
        return child(key, of: any).flatMap { value(of: $0, rest) }
    }

    private static func child(_ key: String, of any: Any) -> Any? {
        if key == "self" { return any }
        switch any {
        case let object as NSManagedObject: return object.value(forKey: key)
        case let dictionary as [String: Any]: return dictionary[key]
        case let dictionary as NSDictionary: return dictionary[key]
        // Stands for nil in an array of values, and so does the value of each of its keys.
        case is NSNull: return any
        default: break
        }
        // Ignored: an object that is no value is read by its own key-value coding.
        if let property = ValueProperty(rawValue: key), let value = try? Value(converting: any),
            let read = property.read(from: value)
        {
            return read.object
        }
        trap(
            "A key path reads '\(key)' of a \(type(of: any)). It can read managed objects, dictionaries and collections of them only."
        )
    }

    // MARK: Collections

    /// Returns the elements of a set, an ordered set or an array; nil for anything else.
    static func elementsOfCollection(_ any: Any) -> [Any]? { Collection(any)?.elements }

    /// A set, an ordered set or an array on the path.
    private struct Collection {
        let elements: [Any]
        private let kind: Kind

        private enum Kind {
            case set, orderedSet, array
        }

        init?(_ any: Any) {
            switch any {
            case let set as NSSet: (elements, kind) = (set.allObjects, .set)
            case let ordered as NSOrderedSet: (elements, kind) = (ordered.array, .orderedSet)
            case let array as NSArray: (elements, kind) = (Array(array), .array)
            case let array as [Any]: (elements, kind) = (array, .array)
            case let set as Set<AnyHashable>: (elements, kind) = (set.map(\.base), .set)
            default: return nil
            }
        }

        /// Returns the values of the elements as a collection of the same kind. An array has NSNull
        /// in place of nil; sets omit nil.
        func collection(_ values: [Any?]) -> Any {
            switch kind {
            case .set: NSSet(array: values.compactMap(\.self))
            case .orderedSet: NSOrderedSet(array: Self.once(values.compactMap(\.self)))
            case .array: NSArray(array: values.map { $0 ?? NSNull() })
            }
        }

        /// Returns the distinct values: as a set for a set, otherwise as an array in the order of
        /// first occurrences.
        func distinct(_ values: [Any]) -> Any {
            if case .set = kind { return NSSet(array: values) }
            return NSArray(array: Self.once(values))
        }

        /// Returns each value once, in the order of first occurrences. On Linux, an NSOrderedSet
        /// created from an array keeps equal numbers.
        private static func once(_ values: [Any]) -> [Any] {
            let seen = NSMutableSet()
            return values.filter { value in
                defer { seen.add(value) }
                return !seen.contains(value)
            }
        }
    }

    /// Returns the result of an operator. As in Apple's key-value coding guide, nil counts as 0 in
    /// a sum and an average, and is ignored by the other operators.
    private static func result(of operation: CollectionOperator, _ collection: Collection, _ path: ArraySlice<String>) -> Any? {
        if operation == .count { return NSNumber(value: collection.elements.count) }
        let values = collection.elements.compactMap { element in
            value(of: element, path).flatMap { $0 is NSNull ? nil : $0 }
        }
        switch operation {
        case .count, .sum: return sum(values)
        case .average:
            let count = collection.elements.count
            return count == 0 ? NSNumber(value: 0) : sum(values).dividing(by: NSDecimalNumber(value: count))
        case .least: return extreme(values, .orderedAscending)
        case .greatest: return extreme(values, .orderedDescending)
        case .union: return NSArray(array: values)
        case .distinctUnion: return collection.distinct(values)
        case .unionOfArrays: return NSArray(array: values.flatMap(elements))
        case .distinctUnionOfArrays: return collection.distinct(values.flatMap(elements))
        case .distinctUnionOfSets: return NSSet(array: values.flatMap(elements))
        }
    }

    private static func elements(_ any: Any) -> [Any] {
        guard let elements = elementsOfCollection(any) else {
            trap("A union of arrays or of sets needs a collection from each element, not a \(type(of: any)).")
        }
        return elements
    }

    /// Returns the sum, computed in decimal arithmetic as Foundation does: NaN if a number is infinite.
    private static func sum(_ values: [Any]) -> NSDecimalNumber {
        values.reduce(.zero) { sum, value in
            guard let number = value as? NSNumber else {
                trap("A \(type(of: value)) cannot be summed; @sum and @avg take numbers.")
            }
            // Foundation traps for the decimal value of an infinite number.
            return sum.adding(number.doubleValue.isFinite ? NSDecimalNumber(decimal: number.decimalValue) : .notANumber)
        }
    }

    private static func extreme(_ values: [Any], _ wanted: ComparisonResult) -> Any? {
        values.reduce(nil as Any?) { best, value in
            guard let best else { return value }
            return compare(value, best) == wanted ? value : best
        }
    }

    private static func compare(_ a: Any, _ b: Any) -> ComparisonResult {
        switch (a, b) {
        case (let a as NSNumber, let b as NSNumber): a.compare(b)
        case (let a as String, let b as String): a.compare(b)
        case (let a as Date, let b as Date): a.compare(b)
        default:
            trap(
                "A \(type(of: a)) and a \(type(of: b)) cannot be compared; @min and @max take numbers, strings and dates.")
        }
    }
}
