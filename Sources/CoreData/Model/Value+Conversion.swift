internal import Foundation
internal import StrataPredicates

extension Value {
    /// Returns the value of an expression converted to an attribute type; nil if it does not fit.
    ///
    /// Dates convert to seconds since 2001 and back. Conversions to whole numbers drop fractions.
    func converted(to type: NSAttributeType) -> Value? {
        switch (type, self) {
        case (_, .null), (.undefinedAttributeType, _): self
        case (.objectIDAttributeType, .object): self
        case (.dateAttributeType, .int(let seconds)): .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
        case (.dateAttributeType, .double(let seconds)): .date(Date(timeIntervalSinceReferenceDate: seconds))
        // Uses the shortest digits of the double: the exact value of 0.1 has many more.
        case (.decimalAttributeType, .double(let double)): Decimal(string: "\(double)").map(Value.decimal)
        case (_, .date(let date)) where type != .dateAttributeType: Value(date.timeIntervalSinceReferenceDate, as: type)
        case (_, .double(let double)) where type.isWhole:
            Int64(exactly: double.rounded(.towardZero)).flatMap { Value($0, as: type) }
        default: Value(object, as: type)
        }
    }
}

extension NSAttributeType {
    fileprivate var isWhole: Bool {
        self == .integer16AttributeType || self == .integer32AttributeType || self == .integer64AttributeType
    }
}
