/// A type that defines the appearance of text fields, for `textFieldStyle(_:)`.
///
/// An app's own style returns the field with other views around it:
///
///     struct SearchFieldStyle: TextFieldStyle {
///         func _body(configuration: TextField<Self._Label>) -> some View {
///             HStack {
///                 Image(systemName: "magnifyingglass")
///                 configuration
///             }
///         }
///     }
///
/// The field is drawn without decoration, as on iOS, unless the body sets another style or there is
/// one further out. A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol TextFieldStyle {
    /// The type of the body, which the compiler infers.
    associatedtype _Body: View

    /// The label of the field that a style receives.
    typealias _Label = _TextFieldStyleLabel

    /// Returns the view of a text field or a secure field.
    @ViewBuilder func _body(configuration: TextField<_Label>) -> _Body
}

/// The label of the field that a ``TextFieldStyle`` receives. The field keeps the label that the app
/// gave it.
public struct _TextFieldStyleLabel: View {
    public var body: some View { EmptyView() }
}

/// A style that hosts can draw.
@MainActor
private protocol BuiltInTextFieldStyle: TextFieldStyle {
    var appearance: TextFieldContent.Appearance { get }
}

/// The host's style: with a border, and without one in a form.
public struct DefaultTextFieldStyle: BuiltInTextFieldStyle {
    /// Creates the style.
    public init() {}

    fileprivate var appearance: TextFieldContent.Appearance { .automatic }

    /// Returns the field in the style.
    public func _body(configuration: TextField<_Label>) -> some View { configuration.textFieldStyle(self) }
}

/// A style without border and background.
public struct PlainTextFieldStyle: BuiltInTextFieldStyle {
    /// Creates the style.
    public init() {}

    fileprivate var appearance: TextFieldContent.Appearance { .plain }

    /// Returns the field in the style.
    public func _body(configuration: TextField<_Label>) -> some View { configuration.textFieldStyle(self) }
}

/// A style with a rounded border.
public struct RoundedBorderTextFieldStyle: BuiltInTextFieldStyle {
    /// Creates the style.
    public init() {}

    fileprivate var appearance: TextFieldContent.Appearance { .roundedBorder }

    /// Returns the field in the style.
    public func _body(configuration: TextField<_Label>) -> some View { configuration.textFieldStyle(self) }
}

/// A style with a border whose corners are not rounded.
public struct SquareBorderTextFieldStyle: BuiltInTextFieldStyle {
    /// Creates the style.
    public init() {}

    fileprivate var appearance: TextFieldContent.Appearance { .squareBorder }

    /// Returns the field in the style.
    public func _body(configuration: TextField<_Label>) -> some View { configuration.textFieldStyle(self) }
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

extension TextFieldStyle where Self == SquareBorderTextFieldStyle {
    /// A style with a border whose corners are not rounded.
    public static var squareBorder: SquareBorderTextFieldStyle { SquareBorderTextFieldStyle() }
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

private struct TextFieldStylesKey: EnvironmentKey {
    static var defaultValue: [any TextFieldStyle] { [] }
}

extension EnvironmentValues {
    /// The app's own styles of text fields, innermost last; see `toggleStyles`.
    var textFieldStyles: [any TextFieldStyle] {
        get { self[TextFieldStylesKey.self] }
        set { self[TextFieldStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of text fields.
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        changingEnvironment {
            if let style = style as? any BuiltInTextFieldStyle {
                $0.textFieldAppearance = style.appearance
                $0.textFieldStyles = []
            } else {
                $0.textFieldStyles.append(style)
            }
        }
    }
}

extension ViewNode {
    /// Shows a field, in the innermost style of the app if there is one.
    func updateField(_ field: TextFieldView) {
        var environment = environment
        guard let style = environment.textFieldStyles.popLast() else { return updateChild(0, field, environment: environment) }
        if environment.textFieldStyles.isEmpty, environment.textFieldAppearance == .automatic {
            environment.textFieldAppearance = .plain
        }
        updateChild(0, Self.body(of: style, field), environment: environment)
    }

    private static func body(of style: some TextFieldStyle, _ field: TextFieldView) -> any View {
        StyleBody(style: style) { $0._body(configuration: TextField<_TextFieldStyleLabel>(field)) }
    }
}
