import Foundation

/// What can stand as a constant in a predicate, or be read from an object that a predicate is asked about.
///
/// A target above conforms its own types, such as object identifiers, and they become arguments for `%@` by that.
package protocol ValueConvertible {
    /// The value both evaluators compare. Throws `InvalidPredicate` where an element of a collection has none.
    var predicateValue: Value { get throws }
}

extension Value {
    /// Reads any Swift or Foundation value. Throws `InvalidPredicate` where the type has no place in a predicate.
    package init(converting value: Any?) throws {
        guard let value else {
            self = .null
            return
        }
        guard let convertible = value as? any ValueConvertible else {
            // An object of a class no target knows is compared as itself, an enumeration by its raw value, as in a store.
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
    /// In ascending order, so that equal sets make equal predicates.
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
    /// Compared as a whole; IN looks into its values.
    package var predicateValue: Predicates.Value { .opaque(OpaqueValue(NSDictionary(dictionary: self))) }
}

extension ClosedRange: ValueConvertible {
    /// Its two bounds, as BETWEEN takes them.
    package var predicateValue: Value {
        get throws { .list([try Value(converting: lowerBound), try Value(converting: upperBound)]) }
    }
}

extension BinaryInteger {
    fileprivate var integerValue: Value {
        // Only UInt and UInt64 go beyond Int64; a decimal holds them exactly.
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
