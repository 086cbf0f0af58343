extension TabContent {
    /// Shows a number on the tabs; none if it is 0.
    public func badge(_ count: Int) -> some TabContent<TabValue> { _TabGroup(asView.badge(count)) }

    /// Shows a text on the tabs; none if it is nil.
    public func badge(_ label: Text?) -> some TabContent<TabValue> { _TabGroup(asView.badge(label)) }

    /// Shows a localized text on the tabs; none if it is nil.
    public func badge(_ key: LocalizedStringKey?) -> some TabContent<TabValue> { _TabGroup(asView.badge(key)) }

    /// Shows a string on the tabs; none if it is nil.
    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some TabContent<TabValue> { _TabGroup(asView.badge(label)) }

    /// Disables the tabs, so that the user cannot select them.
    public func disabled(_ disabled: Bool) -> some TabContent<TabValue> { _TabGroup(asView.disabled(disabled)) }

    /// Hides the tabs from the user.
    ///
    /// The page of a hidden tab keeps its state, and the app can still select it.
    public func hidden(_ hidden: Bool = true) -> some TabContent<TabValue> {
        _TabGroup(asView.changingEnvironment { $0.tabIsHidden = $0.tabIsHidden || hidden })
    }

    /// The tabs as a plain view, whose modifiers are those of views.
    private var asView: some View { plain(self) }

    private func plain<Content: View>(_ content: Content) -> some View { content }
}

private struct TabIsHiddenKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the next tab is hidden from the user.
    var tabIsHidden: Bool {
        get { self[TabIsHiddenKey.self] }
        set { self[TabIsHiddenKey.self] = newValue }
    }
}
