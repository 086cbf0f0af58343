internal import Foundation

/// A number of a value of type `Any`, by its exact type: a cast from one type of number to another
/// can succeed, so casts alone do not tell `true` from 1.
package enum ExactNumber: Equatable {
    case boolean(Bool)
    case integer(Int)
    /// An integer that is larger than `Int.max`.
    case unsigned(UInt64)
    case real(Double)

    /// Creates a number from one of Swift's types or from an `NSNumber`.
    ///
    /// Returns nil for other objects, for `Decimal`, and for an integer that 64 bits cannot hold.
    package init?(_ object: Any) {
        switch type(of: object) {
        case is Bool.Type: self = .boolean(object as? Bool ?? false)
        case is Int.Type: self = .integer(object as? Int ?? 0)
        case is Double.Type: self = .real(object as? Double ?? 0)
        case is Float.Type: self = .real(Double(object as? Float ?? 0))
        case is CGFloat.Type: self = .real(Double(object as? CGFloat ?? 0))
        case is any FixedWidthInteger.Type:
            guard let integer = object as? any FixedWidthInteger else { return nil }
            self.init(integer: integer)
        case is NSNumber.Type:
            guard let number = object as? NSNumber else { return nil }
            self.init(number)
        default: return nil
        }
    }

    private init?(integer: some FixedWidthInteger) {
        if let value = Int(exactly: integer) {
            self = .integer(value)
        } else if let value = UInt64(exactly: integer) {
            self = .unsigned(value)
        } else {
            return nil
        }
    }

    private init(_ number: NSNumber) {
        switch UInt8(bitPattern: number.objCType.pointee) {
        // Foundation on Linux has this type for Booleans only.
        case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
        case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self = Int(exactly: number.uint64Value).map(Self.integer) ?? .unsigned(number.uint64Value)
        default: self = .integer(number.intValue)
        }
    }
}
