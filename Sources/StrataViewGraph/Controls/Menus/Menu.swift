/// A button that opens a menu.
///
///     Menu("Sort by") {
///         Button("Time") { order = .time }
///         Button("Magnitude") { order = .magnitude }
///     }
///
/// In a menu, buttons, toggles, links, pickers and menus are entries; sections and dividers group
/// them.
public struct Menu<Label: View, Content: View>: BuiltInView {
    private let configuration: MenuStyleConfiguration

    /// Creates a menu with a label made of views.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        configuration = MenuStyleConfiguration(
            label: .init(content: AnyView(label())), content: .init(content: AnyView(content())), primaryAction: nil)
    }

    /// Creates a button that runs an action, with a label made of views, and beside it a button
    /// that opens the menu.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping @MainActor () -> Void
    ) {
        configuration = MenuStyleConfiguration(
            label: .init(content: AnyView(label())), content: .init(content: AnyView(content())), primaryAction: primaryAction)
    }

    /// One row of a list.
    public static var _listShape: ListShape { .row }

    /// Shows the body that the style makes. A menu in a menu is an entry, regardless of the style.
    public func _update(_ node: ViewNode) {
        var environment = node.environment
        let style = environment.menuStyles.popLast() ?? DefaultMenuStyle()
        if environment.isMenuContent {
            node.updateChild(0, MenuBody(configuration: configuration), branch: 1, environment: environment)
        } else {
            node.updateChild(0, Self.body(of: style, configuration), branch: 0, environment: environment)
        }
    }

    private static func body(of style: some MenuStyle, _ configuration: MenuStyleConfiguration) -> any View {
        StyleBody(style: style) { $0.makeBody(configuration: configuration) }
    }
}

extension Menu where Label == MenuStyleConfiguration.Label, Content == MenuStyleConfiguration.Content {
    /// Creates a menu from a style's configuration. The next outer style draws it.
    public init(_ configuration: MenuStyleConfiguration) { self.configuration = configuration }
}

extension Menu where Label == Text {
    /// Creates a menu with a localized title.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    /// Creates a menu with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }

    /// Creates a button that runs an action, with a localized title, and beside it a button that
    /// opens the menu.
    public init(
        _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content, primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction)
    }

    /// Creates a button that runs an action, with a string as its title, and beside it a button
    /// that opens the menu.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, @ViewBuilder content: () -> Content, primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
    }
}

/// The menu of the built-in styles: a button that opens it. With a primary action, a button that
/// runs the action stands before it; in a menu, the primary action is the first entry of the
/// submenu.
struct MenuBody: BuiltInView {
    let configuration: MenuStyleConfiguration

    func _update(_ node: ViewNode) {
        let environment = node.environment
        if let primaryAction = configuration.primaryAction, !environment.isMenuContent {
            let group = GroupView(.controls(label: nil)) {
                Button(action: primaryAction) { configuration.label }
                MenuView(label: DisclosureSign(isExpanded: true).accessibilityLabel("More"), content: configuration.content)
            }
            var inside = environment
            if inside.buttonStyles.isEmpty { inside.buttonStyles = [BorderedButtonStyle()] }
            node.updateChild(0, group, branch: 1, environment: inside)
        } else {
            node.updateChild(0, MenuView(label: configuration.label, content: entries), branch: 0, environment: environment)
        }
    }

    @ViewBuilder
    private var entries: some View {
        if let primaryAction = configuration.primaryAction {
            Button(action: primaryAction) { configuration.label }
            Divider()
        }
        configuration.content
    }
}

/// The button that opens a menu, and the menu itself. The host opens and closes it.
private struct MenuView<Label: View, Content: View>: BuiltInView {
    let label: Label
    let content: Content

    func _update(_ node: ViewNode) {
        node.show(.control(.menu), traits: ElementTraits())
        var environment = node.environment
        environment.rowContainer = .none
        node.updateChild(0, MenuButton(label: label), environment: environment)
        environment.endPendingTraits()
        environment.focusPlacements = []
        node.updateChild(1, MenuItems(content: content), environment: environment)
    }
}

/// The button that opens a menu. In a menu it is the entry of a submenu.
private struct MenuButton<Label: View>: BuiltInView {
    let label: Label

    func _update(_ node: ViewNode) {
        let indicator = node.environment.menuIndicatorVisibility
        node.showHostButton(.menu, label: label) { button in
            var button = button
            button.menuIndicator = indicator
            return .control(.button(button))
        }
    }
}

/// The element of a menu, around its entries.
package struct MenuItems<Content: View>: BuiltInView {
    let content: Content

    package init(content: Content) { self.content = content }

    package func _update(_ node: ViewNode) {
        node.show(.control(.menuItems(startsAtButton: node.environment.menuOrder == .priority)))
        var environment = node.environment
        environment.isMenuContent = true
        environment.isToolbarContent = false
        environment.rowContainer = .none
        environment.endPendingTraits()
        environment.textStyle = TextStyle()
        node.updateChild(0, content, environment: environment)
    }
}

private struct IsMenuContentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the view is in a menu, where controls are entries.
    var isMenuContent: Bool {
        get { self[IsMenuContentKey.self] }
        set { self[IsMenuContentKey.self] = newValue }
    }
}
