public import Foundation

// On Apple's platforms, Foundation itself declares these conformances. On Linux it has the classes
// and the bridging, but not the conformances, without which `Text(date, formatter: formatter)` and
// `"\(date, formatter: formatter)"` do not compile.

extension Date: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSDate
}

extension DateInterval: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSDateInterval
}

extension Data: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSData
}

extension UUID: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSUUID
}

extension Locale: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSLocale
}

extension URLQueryItem: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSURLQueryItem
}

extension Decimal: @retroactive CustomDebugStringConvertible {
    /// The digits of the number.
    public var debugDescription: String { description }
}

extension Decimal: @retroactive ReferenceConvertible {
    /// The class that formatters and predicates know.
    public typealias ReferenceType = NSDecimalNumber
}
