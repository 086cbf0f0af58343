/// A control that runs an action when it is pressed.
///
///     Button("Delete", role: .destructive) { delete(quake) }
///
/// The style of the environment draws it; see `buttonStyle(_:)`.
public struct Button<Label: View>: BuiltInView {
    private let configuration: PrimitiveButtonStyleConfiguration

    /// Creates a button with a label made of views.
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    /// Creates a button with a role, and a label made of views.
    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        configuration = PrimitiveButtonStyleConfiguration(role: role, label: AnyView(label()), action: action)
    }

    /// One row.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.buttonStyles.popLast() ?? DefaultButtonStyle()
        node.updateChild(0, Self.body(of: style, configuration), environment: environment)
    }

    private static func body(
        of style: some PrimitiveButtonStyle, _ configuration: PrimitiveButtonStyleConfiguration
    ) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// Creates a button from a style's configuration, drawn by the style outside this one.
    public init(_ configuration: PrimitiveButtonStyleConfiguration) { self.configuration = configuration }
}

extension Button where Label == Text {
    /// Creates a button with a localized title.
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { Text(titleKey) }
    }

    /// Creates a button with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(role: nil, action: action) { Text(title) }
    }

    /// Creates a button with a localized title and a role.
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    /// Creates a button with a string as its title, and a role.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
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
