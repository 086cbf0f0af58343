import Foundation

extension ParsedValue {
    /// Creates the text of a value with a format style.
    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput>, format: F)
    where Value == F.FormatInput, F.FormatOutput == String {
        self.value = value
        self.format = { format.localized(in: $1).format($0) }
        parse = { Self.value($0, by: format.localized(in: $1), in: $1) }
    }

    /// Creates the text of an optional value with a format style. The value of a text that is empty
    /// or cannot be parsed is nil.
    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput?>, format: F)
    where Value == F.FormatInput?, F.FormatOutput == String {
        self.value = value
        self.format = { $0.map(format.localized(in: $1).format) ?? "" }
        parse = { text, environment in
            if text.isEmpty { return .some(nil) }
            guard let value = Self.value(text, by: format.localized(in: environment), in: environment) else { return nil }
            return .some(value)
        }
        invalid = .some(nil)
    }

    /// Creates the text of a value with a formatter. The value of an empty text is nil if the value
    /// is optional.
    init(_ value: Binding<Value>, formatter: Formatter) {
        self.value = value
        format = { Self.string($0, by: formatter.localized(in: $1)) }
        let empty = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
        parse = { text, environment in
            if text.isEmpty, let empty { return empty }
            return Self.value(text, by: formatter.localized(in: environment))
        }
    }

    /// Returns the value of a text in a format; nil if the text cannot be parsed as a whole.
    private static func value<F: ParseableFormatStyle>(
        _ text: String, by format: F, in environment: EnvironmentValues
    ) -> F.FormatInput? where F.FormatOutput == String {
        // Ignored: what is typed is often no value yet. The field keeps its last one.
        guard let value = try? format.parseStrategy.parse(text) else { return nil }
        guard let numbers = format as? any NumberFormatStyle else { return value }
        let currency = numbers.currency
        let allowsLetters = currency != nil || format.format(value).contains(where: \.isLetter)
        let isWhole = NumberText.isWhole(text, in: environment.locale, allowsLetters: allowsLetters, currency: currency)
        return isWhole ? value : nil
    }

    private static func string(_ value: Value, by formatter: Formatter) -> String {
        unwrapped(value).flatMap { formatter.text(for: $0) } ?? ""
    }

    /// Returns a value without the optionals around it.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    private static func value(_ text: String, by formatter: Formatter) -> Value? {
        switch formatter {
        case let numbers as NumberFormatter: number(text, by: numbers).flatMap(value(of:))
        case let dates as DateFormatter: dates.date(from: text) as? Value
        case let dates as ISO8601DateFormatter: dates.date(from: text) as? Value
        // Foundation on Linux cannot parse with other formatters.
        default: nil
        }
    }

    /// Returns the number of a text; nil if the text has letters that the formatter would not write.
    private static func number(_ text: String, by formatter: NumberFormatter) -> NSNumber? {
        guard let number = formatter.number(from: text) else { return nil }
        let hasLetters = text.contains(where: \.isLetter)
        return hasLetters && formatter.string(from: number)?.contains(where: \.isLetter) != true ? nil : number
    }

    /// Returns a parsed number as a value of the binding's type; nil if the number has a fraction or
    /// is out of range, and the type has no such value.
    private static func value(of number: NSNumber) -> Value? {
        let double = number.doubleValue
        let candidates: [Any?] = [
            double, number.floatValue, CGFloat(double), number.decimalValue, number, integer(number, Int.self),
            integer(number, Int64.self), integer(number, Int32.self), integer(number, Int16.self), integer(number, Int8.self),
            integer(number, UInt.self), integer(number, UInt64.self), integer(number, UInt32.self),
            integer(number, UInt16.self), integer(number, UInt8.self),
        ]
        return candidates.lazy.compactMap { $0 }.compactMap { $0 as? Value }.first
    }

    /// Returns a number as an integer of a type; nil if the type has no such integer.
    private static func integer<N: FixedWidthInteger>(_ number: NSNumber, _ type: N.Type) -> N? {
        // A double is exact up to 2^53; the number may have been parsed as an integer.
        if N(exactly: number.int64Value) != nil, Double(number.int64Value) == number.doubleValue {
            return N(exactly: number.int64Value)
        }
        return N(exactly: number.doubleValue)
    }
}
