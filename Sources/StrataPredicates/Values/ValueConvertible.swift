import Foundation

/// A type whose values can be constants in a predicate or be read from the evaluated object.
///
/// A module that imports this one can conform its own types, such as object IDs, so that `%@`
/// accepts them.
package protocol ValueConvertible {
    /// The value that both evaluators compare.
    ///
    /// - Throws: `InvalidPredicate` if an element of a collection has none.
    var predicateValue: Value { get throws }
}

extension Value {
    /// Converts any Swift or Foundation value.
    ///
    /// - Throws: `InvalidPredicate` for a type that a predicate cannot compare.
    package init(converting value: Any?) throws {
        guard let value else {
            self = .null
            return
        }
        guard let convertible = value as? any ValueConvertible else {
            // An object of an unknown class is compared by its own equality, and an enumeration by
            // its raw value, which is what a store contains.
            if type(of: value) is AnyClass {
                self = .opaque(OpaqueValue(value as AnyObject))
                return
            }
            if let raw = value as? any RawRepresentable {
                try self.init(converting: raw.rawValue)
                return
            }
            throw InvalidPredicate(
                "A \(type(of: value)) cannot be compared; use a string, number, Bool, Date, Data, UUID, URL, Decimal, nil, "
                    + "or an array or set of those.")
        }
        self = try convertible.predicateValue
    }
}

extension Value: ValueConvertible {
    package var predicateValue: Value { self }
}

extension Bool: ValueConvertible {
    package var predicateValue: Value { .bool(self) }
}

extension Double: ValueConvertible {
    package var predicateValue: Value { .double(self) }
}

extension CGFloat: ValueConvertible {
    package var predicateValue: Value { .double(Double(self)) }
}

extension Character: ValueConvertible {
    package var predicateValue: Value { .string(String(self)) }
}

extension Float: ValueConvertible {
    package var predicateValue: Value { .double(Double(self)) }
}

extension String: ValueConvertible {
    package var predicateValue: Value { .string(self) }
}

extension Substring: ValueConvertible {
    package var predicateValue: Value { .string(String(self)) }
}

extension Optional: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Value(converting: self) }
    }
}

extension Array: ValueConvertible {
    package var predicateValue: Value {
        get throws { .list(try map { try Value(converting: $0) }) }
    }
}

extension Set: ValueConvertible {
    /// The elements, sorted, so that predicates with equal sets are equal.
    package var predicateValue: Value {
        get throws { .list(try map { try Value(converting: $0) }.sorted { order($0, $1) == .orderedAscending }) }
    }
}

extension ArraySlice: ValueConvertible {
    package var predicateValue: Value {
        get throws { try Array(self).predicateValue }
    }
}

extension Dictionary: ValueConvertible {
    /// The dictionary, compared as a whole; IN looks into its values.
    package var predicateValue: StrataPredicates.Value { .opaque(OpaqueValue(NSDictionary(dictionary: self))) }
}

extension ClosedRange: ValueConvertible {
    /// The two bounds, as BETWEEN expects them.
    package var predicateValue: Value {
        get throws { .list([try Value(converting: lowerBound), try Value(converting: upperBound)]) }
    }
}

extension BinaryInteger {
    fileprivate var integerValue: Value {
        // Only UInt and UInt64 exceed Int64; a decimal holds them exactly.
        Int64(exactly: self).map(Value.int) ?? .decimal(Decimal(UInt64(self)))
    }
}

extension Int: ValueConvertible { package var predicateValue: Value { integerValue } }
extension Int8: ValueConvertible { package var predicateValue: Value { integerValue } }
extension Int16: ValueConvertible { package var predicateValue: Value { integerValue } }
extension Int32: ValueConvertible { package var predicateValue: Value { integerValue } }
extension Int64: ValueConvertible { package var predicateValue: Value { integerValue } }
extension UInt: ValueConvertible { package var predicateValue: Value { integerValue } }
extension UInt8: ValueConvertible { package var predicateValue: Value { integerValue } }
extension UInt16: ValueConvertible { package var predicateValue: Value { integerValue } }
extension UInt32: ValueConvertible { package var predicateValue: Value { integerValue } }
extension UInt64: ValueConvertible { package var predicateValue: Value { integerValue } }
