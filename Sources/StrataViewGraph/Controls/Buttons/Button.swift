/// A control that runs an action when it is pressed.
///
///     Button("Delete", role: .destructive) { delete(quake) }
///
/// The innermost `buttonStyle(_:)` draws the button.
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

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.buttonStyles.popLast() ?? DefaultButtonStyle()
        node.updateChild(0, style.styledBody(configuration), environment: environment)
    }
}

extension PrimitiveButtonStyle {
    /// Returns the body of a button, which may read the style's dynamic properties.
    @MainActor
    func styledBody(_ configuration: PrimitiveButtonStyleConfiguration) -> any View {
        StyleBody(style: self) { $0.makeBody(configuration: configuration) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// Creates a button from a style's configuration. The next outer style draws it.
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

/// The purpose of a button, which hosts may show.
public struct ButtonRole: Hashable, Sendable {
    package enum Kind { case destructive, cancel, close, confirm }
    package let kind: Kind

    /// The purpose of a button that deletes or discards something. Hosts draw it in red.
    public static let destructive = ButtonRole(kind: .destructive)
    /// The purpose of a button that cancels an operation.
    public static let cancel = ButtonRole(kind: .cancel)
    /// The purpose of a button that closes something, such as a sheet, without a loss.
    public static let close = ButtonRole(kind: .close)
    /// The purpose of a button that confirms an operation.
    public static let confirm = ButtonRole(kind: .confirm)
}

private struct AfterPressKey: EnvironmentKey {
    static var defaultValue: (() -> Void)? { nil }
}

extension EnvironmentValues {
    /// A closure that buttons call after their action; nil for none. An alert uses it to close when
    /// any of its buttons is pressed.
    var afterPress: (() -> Void)? {
        get { self[AfterPressKey.self] }
        set { self[AfterPressKey.self] = newValue }
    }
}
