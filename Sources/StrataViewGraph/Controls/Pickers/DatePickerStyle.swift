/// A type that defines the appearance of date pickers, for `datePickerStyle(_:)`. An app uses the
/// built-in styles.
public protocol DatePickerStyle {
    /// Whether hosts draw a border around the field.
    var _hasBorder: Bool { get }
}

/// The host's style: a field that opens a calendar.
public struct DefaultDatePickerStyle: DatePickerStyle {
    /// Creates the style.
    public init() {}

    /// False: the field has no border.
    public var _hasBorder: Bool { false }
}

/// A field that opens a calendar.
public struct CompactDatePickerStyle: DatePickerStyle {
    /// Creates the style.
    public init() {}

    /// False: the field has no border.
    public var _hasBorder: Bool { false }
}

/// A field with a border, for typing.
public struct FieldDatePickerStyle: DatePickerStyle {
    /// Creates the style.
    public init() {}

    /// True: the field has a border.
    public var _hasBorder: Bool { true }
}

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    /// The host's style: a field that opens a calendar.
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

extension DatePickerStyle where Self == CompactDatePickerStyle {
    /// A field that opens a calendar.
    public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}

extension DatePickerStyle where Self == FieldDatePickerStyle {
    /// A field with a border, for typing.
    public static var field: FieldDatePickerStyle { FieldDatePickerStyle() }
}

private struct DatePickerBorderKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether date pickers have a border.
    var hasDatePickerBorder: Bool {
        get { self[DatePickerBorderKey.self] }
        set { self[DatePickerBorderKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of date pickers.
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View {
        changingEnvironment { $0.hasDatePickerBorder = style._hasBorder }
    }
}
