/// The appearance of a picker.
package enum PickerAppearance: Hashable, Sendable {
    case automatic, menu, segmented, inline, radioGroup, navigationLink
}

/// A type that defines the appearance of pickers, for `pickerStyle(_:)`. An app uses the built-in
/// styles.
public protocol PickerStyle {
    /// The built-in appearance that hosts draw for the style.
    var _appearance: BuiltInPickerAppearance { get }
}

/// An appearance of pickers that hosts can draw.
public struct BuiltInPickerAppearance: Sendable {
    package let value: PickerAppearance
}

/// The host's style: a menu.
public struct DefaultPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .automatic) }
}

/// A button with a menu of the options.
public struct MenuPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .menu) }
}

/// A bar with a segment for each option.
public struct SegmentedPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .segmented) }
}

/// The options one below the other, with a check mark at the selected one.
public struct InlinePickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .inline) }
}

/// The options one below the other, as radio buttons.
public struct RadioGroupPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .radioGroup) }
}

/// A link to a page with the options, which goes back when the user has selected one. The link shows
/// the label and the selected option.
public struct NavigationLinkPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}

    /// The style's appearance.
    public var _appearance: BuiltInPickerAppearance { BuiltInPickerAppearance(value: .navigationLink) }
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// A link to a page with the options, which goes back when the user has selected one.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// The host's style: a menu.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
    /// A button with a menu of the options.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
    /// A bar with a segment for each option.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
    /// The options one below the other, with a check mark at the selected one.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == RadioGroupPickerStyle {
    /// The options one below the other, as radio buttons.
    public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}

private struct PickerAppearanceKey: EnvironmentKey {
    static var defaultValue: PickerAppearance { .automatic }
}

extension EnvironmentValues {
    /// The appearance of pickers.
    var pickerAppearance: PickerAppearance {
        get { self[PickerAppearanceKey.self] }
        set { self[PickerAppearanceKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of pickers.
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        changingEnvironment { $0.pickerAppearance = style._appearance.value }
    }
}
