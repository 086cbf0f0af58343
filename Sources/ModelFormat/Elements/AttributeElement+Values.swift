package import Foundation

/// Default, smallest and largest value, as text and as what it means.
///
/// Xcode writes the dates of newer models as seconds since 2001 into fields of their own; all else is text.
extension AttributeElement {
    /// The default as written; nil if there is none. An empty text is a default of a string.
    package var defaultValueString: String? {
        get { fields["defaultValueString"] }
        set { fields["defaultValueString"] = newValue }
    }

    /// The default of a date in seconds since 2001.
    package var defaultDateTimeInterval: String? {
        get { fields["defaultDateTimeInterval"] }
        set { fields["defaultDateTimeInterval"] = newValue }
    }

    /// The smallest value, or the shortest length of a string.
    package var minValueString: String? {
        get { fields["minValueString"] }
        set { fields["minValueString"] = newValue }
    }

    /// The largest value, or the greatest length of a string.
    package var maxValueString: String? {
        get { fields["maxValueString"] }
        set { fields["maxValueString"] = newValue }
    }

    /// The earliest date in seconds since 2001.
    package var minDateTimeInterval: String? {
        get { fields["minDateTimeInterval"] }
        set { fields["minDateTimeInterval"] = newValue }
    }

    /// The latest date in seconds since 2001.
    package var maxDateTimeInterval: String? {
        get { fields["maxDateTimeInterval"] }
        set { fields["maxDateTimeInterval"] = newValue }
    }

    /// A value that a file can give an attribute.
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

    /// The default in the attribute's type; nil if there is none or the text does not fit the type, which the checker reports.
    package var defaultValue: Value? {
        if type == .date, let interval = defaultDateTimeInterval { return Self.date(interval) }
        return defaultValueString.flatMap { value(of: $0) }
    }

    /// The smallest value, in the type of `limitType`.
    package var minValue: Value? {
        if type == .date, let interval = minDateTimeInterval { return Self.date(interval) }
        return minValueString.flatMap { limit(of: $0) }
    }

    /// The largest value, in the type of `limitType`.
    package var maxValue: Value? {
        if type == .date, let interval = maxDateTimeInterval { return Self.date(interval) }
        return maxValueString.flatMap { limit(of: $0) }
    }

    /// Reads a value as Xcode writes one of the attribute's type; nil if it is none.
    package func value(of text: String) -> Value? {
        Self.value(of: text, type: type)
    }

    /// Reads a limit: a length for a string, a value for other types.
    package func limit(of text: String) -> Value? {
        type == .string ? Self.value(of: text, type: .integer64) : value(of: text)
    }
}
