import Foundation

extension Formatter {
    /// Returns the text of a value; nil if the formatter does not format values of its type.
    ///
    /// On Linux, some of Foundation's formatters do not implement `string(for:)`, and the method of
    /// the superclass stops the program. A subclass of an app is called as it is. A formatter of
    /// numbers gets an `NSNumber`, which is all that it accepts on Linux.
    func text(for value: Any) -> String? {
        let kind = type(of: self)
        if kind == ISO8601DateFormatter.self, let formatter = self as? ISO8601DateFormatter {
            return (value as? Date).map(formatter.string(from:))
        }
        if kind == LengthFormatter.self, let formatter = self as? LengthFormatter {
            return Self.number(of: value).map { formatter.string(fromMeters: $0.doubleValue) }
        }
        if kind == MassFormatter.self, let formatter = self as? MassFormatter {
            return Self.number(of: value).map { formatter.string(fromKilograms: $0.doubleValue) }
        }
        if kind == EnergyFormatter.self, let formatter = self as? EnergyFormatter {
            return Self.number(of: value).map { formatter.string(fromJoules: $0.doubleValue) }
        }
        let number = self is NumberFormatter ? Self.number(of: value) : nil
        return string(for: number ?? value)
    }

    /// Returns a number of any type as an `NSNumber`; nil for other values.
    private static func number(of value: Any) -> NSNumber? {
        switch value {
        case let number as any BinaryInteger:
            // Foundation formats an unsigned number beyond Int64 as a negative one, and a decimal number
            // with 17 digits. An integer is also an NSNumber in a cast, so this case is first.
            Int64(exactly: number).map { NSNumber(value: $0) }
                ?? UInt64(exactly: number).map { NSDecimalNumber(decimal: Decimal($0)) }
        case let number as NSNumber: number
        case let number as Decimal: NSDecimalNumber(decimal: number)
        case let number as Double: NSNumber(value: number)
        case let number as Float: NSNumber(value: number)
        case let number as CGFloat: NSNumber(value: Double(number))
        default: nil
        }
    }
}
