/// The appearance of a button.
package enum ButtonAppearance: Hashable, Sendable {
    case automatic, bordered, prominent, plain
}

/// A style of buttons, for `buttonStyle(_:)`. Only the built-in styles exist.
public protocol PrimitiveButtonStyle {
    /// The built-in appearance that hosts draw for the style.
    var _appearance: BuiltInButtonAppearance { get }
}

/// An appearance of buttons that hosts can draw.
public struct BuiltInButtonAppearance: Sendable {
    package let value: ButtonAppearance
}

/// A style with a background behind the label.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// The bordered appearance.
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .bordered) }
}

/// A style filled with the accent color, for the main action.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// The prominent appearance.
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .prominent) }
}

/// A style that draws the label alone.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}

    /// The plain appearance.
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .plain) }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// A style with a background behind the label.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// A style filled with the accent color, for the main action.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// A style that draws the label alone.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

private struct ButtonAppearanceKey: EnvironmentKey {
    static var defaultValue: ButtonAppearance { .automatic }
}

extension EnvironmentValues {
    /// The appearance of buttons.
    var buttonAppearance: ButtonAppearance {
        get { self[ButtonAppearanceKey.self] }
        set { self[ButtonAppearanceKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of buttons.
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        changingEnvironment { $0.buttonAppearance = style._appearance.value }
    }
}
