/// A type that defines the appearance of text editors, for `textEditorStyle(_:)`. An app uses the
/// built-in styles.
public protocol TextEditorStyle {
    /// The built-in appearance that hosts draw for the style.
    var _appearance: BuiltInTextEditorAppearance { get }
}

/// An appearance of text editors that hosts can draw.
public struct BuiltInTextEditorAppearance: Sendable {
    let value: TextFieldContent.Appearance
}

/// The host's style, with a background and a border.
public struct AutomaticTextEditorStyle: TextEditorStyle {
    /// Creates the style.
    public init() {}

    /// The host's appearance.
    public var _appearance: BuiltInTextEditorAppearance { BuiltInTextEditorAppearance(value: .automatic) }
}

/// A style without decoration.
public struct PlainTextEditorStyle: TextEditorStyle {
    /// Creates the style.
    public init() {}

    /// The appearance without decoration.
    public var _appearance: BuiltInTextEditorAppearance { BuiltInTextEditorAppearance(value: .plain) }
}

extension TextEditorStyle where Self == AutomaticTextEditorStyle {
    /// The host's style, with a background and a border.
    public static var automatic: AutomaticTextEditorStyle { AutomaticTextEditorStyle() }
}

extension TextEditorStyle where Self == PlainTextEditorStyle {
    /// A style without decoration.
    public static var plain: PlainTextEditorStyle { PlainTextEditorStyle() }
}

private struct TextEditorAppearanceKey: EnvironmentKey {
    static var defaultValue: TextFieldContent.Appearance { .automatic }
}

extension EnvironmentValues {
    /// The appearance of text editors.
    var textEditorAppearance: TextFieldContent.Appearance {
        get { self[TextEditorAppearanceKey.self] }
        set { self[TextEditorAppearanceKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of text editors.
    public func textEditorStyle<S: TextEditorStyle>(_ style: S) -> some View {
        changingEnvironment { $0.textEditorAppearance = style._appearance.value }
    }
}
