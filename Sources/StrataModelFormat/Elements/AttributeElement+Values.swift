package import Foundation

/// The default, minimum and maximum, as text and as values.
///
/// Newer versions of Xcode write dates as seconds since 2001 into separate fields; all other values
/// are text.
extension AttributeElement {
    /// The default as written; nil if there is none. An empty text is a valid default of a string.
    package var defaultValueString: String? {
        get { fields["defaultValueString"] }
        set { fields["defaultValueString"] = newValue }
    }

    /// The default of a date in seconds since 2001.
    package var defaultDateTimeInterval: String? {
        get { fields["defaultDateTimeInterval"] }
        set { fields["defaultDateTimeInterval"] = newValue }
    }

    /// The minimum value, or the minimum length of a string.
    package var minValueString: String? {
        get { fields["minValueString"] }
        set { fields["minValueString"] = newValue }
    }

    /// The maximum value, or the maximum length of a string.
    package var maxValueString: String? {
        get { fields["maxValueString"] }
        set { fields["maxValueString"] = newValue }
    }

    /// The earliest date, in seconds since 2001.
    package var minDateTimeInterval: String? {
        get { fields["minDateTimeInterval"] }
        set { fields["minDateTimeInterval"] = newValue }
    }

    /// The latest date, in seconds since 2001.
    package var maxDateTimeInterval: String? {
        get { fields["maxDateTimeInterval"] }
        set { fields["maxDateTimeInterval"] = newValue }
    }

    /// A value that a file can contain for an attribute.
    package enum Value: Hashable, Sendable {
        case integer(Int64)
        case decimal(Decimal)
        case double(Double)
        case string(String)
        case boolean(Bool)
        case date(Date)
        case data(Data)
        case uuid(UUID)
        case url(URL)
    }

    /// The default in the attribute's type; nil if there is none or the text does not fit the type,
    /// which the checker reports.
    package var defaultValue: Value? {
        if type == .date, let interval = defaultDateTimeInterval { return Self.date(interval) }
        return defaultValueString.flatMap { value(of: $0) }
    }

    /// The minimum: a length for a string, a value for other types.
    package var minValue: Value? {
        if type == .date, let interval = minDateTimeInterval { return Self.date(interval) }
        return minValueString.flatMap { limit(of: $0) }
    }

    /// The maximum: a length for a string, a value for other types.
    package var maxValue: Value? {
        if type == .date, let interval = maxDateTimeInterval { return Self.date(interval) }
        return maxValueString.flatMap { limit(of: $0) }
    }

    /// Parses a value of the attribute's type in Xcode's notation; nil if the text is not one.
    package func value(of text: String) -> Value? {
        Self.value(of: text, type: type)
    }

    /// Parses a minimum or maximum: a length for a string, a value for other types; nil if the text
    /// is not one. A limit of a whole number may be any number: one beyond the type's range is
    /// harmless.
    package func limit(of text: String) -> Value? {
        if type == .string { return Self.value(of: text, type: .integer64) }
        return value(of: text) ?? (type.integerRange == nil ? nil : Self.value(of: text, type: .double))
    }
}
