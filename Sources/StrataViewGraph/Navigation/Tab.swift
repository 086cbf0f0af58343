/// A page of a tab view, with its tab.
public struct Tab<Value: Hashable, Content: View, Label: View>: BuiltInView {
    private let value: Value?
    private let content: Content
    private let label: Label
    private let role: TabRole?

    /// Any number of rows, as its content is shown outside a tab view.
    public static var _listShape: ListShape { .several }

    /// Shows the tab and its page.
    public func _update(_ node: ViewNode) {
        node.updateChild(
            0,
            TabPageView(
                label: label, content: content, tag: value.map { AnyHashable($0) }, isEnabled: node.environment.isEnabled,
                role: role))
    }
}

extension Tab {
    /// Creates a page, which is selected while the selection of the tab view equals a value.
    ///
    /// The role is the purpose of the page; nil for none in particular.
    public init(value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.value = value
        self.role = role
        self.content = content()
        self.label = label()
    }
}

extension Tab where Value == Never {
    /// Creates a page of a tab view without a selection of the app.
    ///
    /// The role is the purpose of the page; nil for none in particular.
    public init(role: TabRole? = nil, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        value = nil
        self.role = role
        self.content = content()
        self.label = label()
    }
}

extension Tab where Label == Text {
    /// Creates a page with a localized title on its tab, which is selected while the selection of
    /// the tab view equals a value.
    public init(_ titleKey: LocalizedStringKey, value: Value, @ViewBuilder content: () -> Content) {
        self.init(value: value, content: content) { Text(titleKey) }
    }

    /// Creates a page with a string on its tab, which is selected while the selection of the tab
    /// view equals a value.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, value: Value, @ViewBuilder content: () -> Content) {
        self.init(value: value, content: content) { Text(title) }
    }
}

/// The purpose of a tab.
public struct TabRole: Hashable, Sendable {
    private let name: String

    /// A search. Its tab stands apart from the others, and has a title and an icon of its own unless
    /// it is given others.
    public static let search = TabRole(name: "search")
}

/// The label of a tab with a title and an icon.
public struct DefaultTabLabel: View {
    let title: Text
    let image: Image

    /// The title and the icon.
    public var body: some View {
        Label {
            title
        } icon: {
            image
        }
    }
}

extension Tab where Label == DefaultTabLabel {
    /// Creates a page with a localized title and a symbol on its tab,
    /// which is selected while the selection of the tab view equals a value.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, value: Value, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(value: value, role: role, content: content) {
            DefaultTabLabel(title: Text(titleKey), image: Image(systemName: systemImage))
        }
    }

    /// Creates a page with a string as its title and a symbol on its tab,
    /// which is selected while the selection of the tab view equals a value.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(value: value, role: role, content: content) {
            DefaultTabLabel(title: Text(title), image: Image(systemName: systemImage))
        }
    }

    /// Creates a page with a localized title and an image of the app on its tab,
    /// which is selected while the selection of the tab view equals a value.
    public init(
        _ titleKey: LocalizedStringKey, image: String, value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(value: value, role: role, content: content) { DefaultTabLabel(title: Text(titleKey), image: Image(image)) }
    }

    /// Creates a page with a string as its title and an image of the app on its tab,
    /// which is selected while the selection of the tab view equals a value.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image: String, value: Value, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(value: value, role: role, content: content) { DefaultTabLabel(title: Text(title), image: Image(image)) }
    }
}

extension Tab where Value == Never, Label == DefaultTabLabel {
    /// Creates a page with a localized title and a symbol on its tab.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(role: role, content: content) { DefaultTabLabel(title: Text(titleKey), image: Image(systemName: systemImage)) }
    }

    /// Creates a page with a string as its title and a symbol on its tab.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(role: role, content: content) { DefaultTabLabel(title: Text(title), image: Image(systemName: systemImage)) }
    }

    /// Creates a page with a localized title and an image of the app on its tab.
    public init(
        _ titleKey: LocalizedStringKey, image: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(role: role, content: content) { DefaultTabLabel(title: Text(titleKey), image: Image(image)) }
    }

    /// Creates a page with a string as its title and an image of the app on its tab.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, image: String, role: TabRole? = nil, @ViewBuilder content: () -> Content
    ) {
        self.init(role: role, content: content) { DefaultTabLabel(title: Text(title), image: Image(image)) }
    }

    /// Creates a page for a purpose, with the title and the icon of that purpose on its tab.
    public init(role: TabRole, @ViewBuilder content: () -> Content) {
        self.init(role: role, content: content) { DefaultTabLabel.search }
    }
}

extension Tab where Label == DefaultTabLabel {
    /// Creates a page for a purpose, with the title and the icon of that purpose on its tab, which
    /// is selected while the selection of the tab view equals a value.
    public init(value: Value, role: TabRole, @ViewBuilder content: () -> Content) {
        self.init(value: value, role: role, content: content) { DefaultTabLabel.search }
    }
}

extension DefaultTabLabel {
    fileprivate static var search: DefaultTabLabel {
        DefaultTabLabel(title: Text("Search"), image: Image(systemName: "magnifyingglass"))
    }
}
