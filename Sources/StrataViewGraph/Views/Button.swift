/// A control that runs an action when it is pressed.
public struct Button<Label: View>: BuiltInView {
    private let role: ButtonRole?
    private let action: @MainActor () -> Void
    private let label: Label

    /// Creates a button with a label made of views.
    public init(role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }

    /// Shows the button, and its label inside it.
    public func _update(_ node: ViewNode) {
        let inherited = node.environment.inherited
        let content = ButtonContent(
            appearance: inherited.buttonStyle, role: role, shortcut: inherited.shortcut, isEnabled: inherited.isEnabled)
        node.show(.button(content)) { [action, afterPress = inherited.afterPress] event in
            // A press that was under way when the button was disabled does not count.
            guard event == .press, content.isEnabled else { return }
            action()
            afterPress?()
        }
        node.updateChild(0, label)
    }
}

extension Button where Label == Text {
    /// Creates a button with a localized title.
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    /// Creates a button with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

/// A button's purpose, where that changes its appearance.
public struct ButtonRole: Hashable, Sendable {
    package enum Kind { case destructive, cancel }
    package let kind: Kind

    /// Deletes or discards something; drawn in red.
    public static let destructive = ButtonRole(kind: .destructive)
    /// Leaves without a change; drawn like other buttons.
    public static let cancel = ButtonRole(kind: .cancel)
}

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
