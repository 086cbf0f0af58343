/// A page of a tab view, with its tab.
public struct Tab<Value: Hashable, Content: View, Label: View>: BuiltInView {
    private let value: Value?
    private let content: Content
    private let label: Label

    /// Any number of rows, as its content is shown outside a tab view.
    public static var _listShape: ListShape { .several }

    /// Shows the tab and its page.
    public func _update(_ node: ViewNode) {
        node.updateChild(
            0,
            TabPageView(
                label: label, content: content, tag: value.map { AnyHashable($0) }, isEnabled: node.environment.isEnabled))
    }
}

extension Tab {
    /// Creates a page, which is selected while the selection of the tab view equals a value.
    public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.value = value
        self.content = content()
        self.label = label()
    }
}

extension Tab where Value == Int {
    /// Creates a page of a tab view without a selection of the app.
    @_disfavoredOverload
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        value = nil
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
