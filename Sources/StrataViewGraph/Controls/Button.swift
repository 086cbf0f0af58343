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
        let environment = node.environment
        let content = ButtonContent(
            appearance: environment.buttonAppearance, role: role, shortcut: environment.keyboardShortcut,
            isEnabled: environment.isEnabled)
        let press = EventHandler(PressEvent.self) { [action, afterPress = environment.afterPress] _ in
            // A press that was under way when the button was disabled does not count.
            guard content.isEnabled else { return }
            action()
            afterPress?()
        }
        node.show(.control(.button(content)), on: [press])
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

private struct AfterPressKey: EnvironmentKey {
    static var defaultValue: (() -> Void)? { nil }
}

extension EnvironmentValues {
    /// Called after a button's action: an alert closes when any of its buttons is pressed.
    var afterPress: (() -> Void)? {
        get { self[AfterPressKey.self] }
        set { self[AfterPressKey.self] = newValue }
    }
}
