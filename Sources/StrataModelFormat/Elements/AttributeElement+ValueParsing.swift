import Foundation

extension AttributeElement {
    /// Parses a value of a type in Xcode's notation; nil if the text is not one.
    static func value(of text: String, type: AttributeType) -> Value? {
        switch type {
        case .integer16, .integer32, .integer64:
            integer(text).flatMap { type.integerRange?.contains($0) == true ? .integer($0) : nil }
        case .decimal: decimal(text).map(Value.decimal)
        case .double, .float: number(text).map(Value.double)
        case .string: .string(text)
        case .boolean: boolean(text).map(Value.boolean)
        case .date: dateText(text)
        case .binary: Data(base64Encoded: text).map(Value.data)
        case .uuid: UUID(uuidString: text).map(Value.uuid)
        case .uri: URL(string: text).map(Value.url)
        case .transformable, .composite, .objectID, .undefined: nil
        }
    }

    /// Returns the date of a number of seconds since 2001.
    static func date(_ seconds: String) -> Value? {
        number(seconds).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    }

    /// Parses a whole number. Accepts `0.0`, which Xcode keeps as the default of an attribute that
    /// was a `Double` before.
    private static func integer(_ text: String) -> Int64? {
        Int64(text) ?? number(text).flatMap { Int64(exactly: $0) }
    }

    private static func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func decimal(_ text: String) -> Decimal? {
        // Decimal(string:) accepts the longest numeric prefix, which would make "12 apples" 12.
        number(text) == nil ? nil : Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    /// Parses a Boolean. Accepts `0.0`, which Xcode keeps as the default of an attribute that was a
    /// number before.
    private static func boolean(_ text: String) -> Bool? {
        switch text.uppercased() {
        case "YES", "TRUE": true
        case "NO", "FALSE": false
        default: number(text).map { $0 != 0 }
        }
    }

    /// Parses a date such as `2016-03-14 12:00:00 +0000`, Xcode's notation before dates had
    /// separate fields, or a number of seconds since 2001.
    private static func dateText(_ text: String) -> Value? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        return formatter.date(from: text).map(Value.date) ?? date(text)
    }
}
