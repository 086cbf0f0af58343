/// A type that defines the appearance of text fields, for `textFieldStyle(_:)`. An app uses the
/// built-in styles.
public protocol TextFieldStyle {
    /// The built-in appearance that hosts draw for the style.
    var _appearance: BuiltInTextFieldAppearance { get }
}

/// An appearance of text fields that hosts can draw.
public struct BuiltInTextFieldAppearance: Sendable {
    package let value: TextFieldContent.Appearance
}

/// The host's style: with a border, and without one in a form.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}

    /// The host's appearance.
    public var _appearance: BuiltInTextFieldAppearance { BuiltInTextFieldAppearance(value: .automatic) }
}

/// A style without border and background.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}

    /// The appearance without decoration.
    public var _appearance: BuiltInTextFieldAppearance { BuiltInTextFieldAppearance(value: .plain) }
}

/// A style with a rounded border.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}

    /// The appearance with a border.
    public var _appearance: BuiltInTextFieldAppearance { BuiltInTextFieldAppearance(value: .roundedBorder) }
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// The host's style: with a border, and without one in a form.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// A style without border and background.
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// A style with a rounded border.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

private struct TextFieldAppearanceKey: EnvironmentKey {
    static var defaultValue: TextFieldContent.Appearance { .automatic }
}

extension EnvironmentValues {
    /// The appearance of text fields.
    var textFieldAppearance: TextFieldContent.Appearance {
        get { self[TextFieldAppearanceKey.self] }
        set { self[TextFieldAppearanceKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of text fields.
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        changingEnvironment { $0.textFieldAppearance = style._appearance.value }
    }
}
