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

    /// Returns the value of a fetched expression in the type that its description asks for; nil if a
    /// value of this kind has no form in that type.
    ///
    /// The type is a form for the caller, who has no row to store the value in. So a number beyond
    /// the range of a type of whole numbers becomes one of 64 bits, and a number becomes its text.
    func result(of form: ExpressionForm, as type: NSAttributeType) -> Value? {
        if let value = converted(to: type) { return value }
        switch (self, type) {
        case (.int(let int), .stringAttributeType):
            // Core Data's own sums are those of SQLite's `total`, with a fraction.
            return .string(form.isSum ? Self.text(Double(int)) : "\(int)")
        case (.double(let double), .stringAttributeType): return .string(Self.text(double))
        case (.decimal(let decimal), .stringAttributeType): return .string("\(decimal)")
        case (.bool(let bool), .stringAttributeType): return .string(bool ? "1" : "0")
        case (.double(let double), _) where type.isWhole: return Self.whole(double)
        case (.date(let date), _) where type.isWhole: return Self.whole(date.timeIntervalSinceReferenceDate)
        case (.int, _) where type.isWhole, (.decimal, _) where type.isWhole, (.bool, _) where type.isWhole:
            return Value(object, as: .integer64AttributeType, isUnbounded: true)
        default: return nil
        }
    }

    /// Returns a number without its fraction, or the closest one of 64 bits; nil for NaN.
    private static func whole(_ double: Double) -> Value? {
        Int64(closest: double).map(Value.int)
    }

    /// Returns the text that SQLite has for a number: of 15 digits, and with a fraction.
    private static func text(_ double: Double) -> String {
        // Not localized: a value of the store.
        let text = String(format: "%.15g", double)
        if !double.isFinite || text.contains(".") { return text }
        let end = text.firstIndex(of: "e") ?? text.endIndex
        return "\(text[..<end]).0\(text[end...])"
    }
}

extension ExpressionForm {
    fileprivate var isSum: Bool {
        switch self {
        case .function(.sum, _): true
        case .keyPath(let names): names.contains("@sum")
        default: false
        }
    }
}

extension NSAttributeType {
    fileprivate var isWhole: Bool {
        self == .integer16AttributeType || self == .integer32AttributeType || self == .integer64AttributeType
    }
}
