/// A page of a tab view, with its tab.
public struct Tab<Value: Hashable, Content: View, Label: View>: BuiltInView {
    private let value: Value?
    private let content: Content
    private let label: Label

    /// Any number of rows.
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
    /// Creates a page that a selection has a value for.
    public init(value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.value = value
        self.content = content()
        self.label = label()
    }
}

extension Tab where Value == Int {
    /// Creates a page of a tab view that manages its selection itself.
    @_disfavoredOverload
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        value = nil
        self.content = content()
        self.label = label()
    }
}

extension Tab where Label == Text {
    /// Creates a page with a localized title that a selection has a value for.
    public init(_ titleKey: LocalizedStringKey, value: Value, @ViewBuilder content: () -> Content) {
        self.init(value: value, content: content) { Text(titleKey) }
    }

    /// Creates a page with a string as its title that a selection has a value for.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, value: Value, @ViewBuilder content: () -> Content) {
        self.init(value: value, content: content) { Text(title) }
    }
}
