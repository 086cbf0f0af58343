/// A control that does something when it is pressed.
public struct Button<Label: View>: BuiltInView {
    private let role: ButtonRole?
    private let action: @MainActor () -> Void
    private let label: Label

    public init(role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }

    public func _update(_ node: ViewNode) {
        let inherited = node.environment.inherited
        let content = ButtonContent(
            appearance: inherited.buttonStyle, role: role, shortcut: inherited.shortcut, isEnabled: inherited.isEnabled)
        node.show(.button(content)) { [action, afterPress = inherited.afterPress] event in
            // A press may still be under way when the button is switched off: it does not count.
            guard event == .press, content.isEnabled else { return }
            action()
            afterPress?()
        }
        node.updateChild(0, label)
    }
}

extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

/// What a button is for, where that changes its looks.
public struct ButtonRole: Hashable, Sendable {
    package enum Kind { case destructive, cancel }
    package let kind: Kind

    public static let destructive = ButtonRole(kind: .destructive)
    public static let cancel = ButtonRole(kind: .cancel)
}

/// How buttons look.
package enum ButtonAppearance: Hashable, Sendable {
    case automatic, bordered, prominent, plain
}

/// A style for buttons.
public protocol PrimitiveButtonStyle {
    /// One of the looks that hosts know.
    var _appearance: BuiltInButtonAppearance { get }
}

/// The looks of buttons that hosts know.
public struct BuiltInButtonAppearance: Sendable {
    package let value: ButtonAppearance
}

public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .bordered) }
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .prominent) }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _appearance: BuiltInButtonAppearance { BuiltInButtonAppearance(value: .plain) }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
