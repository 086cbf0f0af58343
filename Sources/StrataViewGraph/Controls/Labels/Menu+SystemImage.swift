extension Menu where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a menu with a localized title and a system symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a menu with a string as its title and a system symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }

    /// Creates a button that runs an action, with a localized title and a system symbol, and beside
    /// it a button that opens the menu.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(
            content: content, label: { StrataViewGraph.Label(titleKey, systemImage: systemImage) }, primaryAction: primaryAction)
    }

    /// Creates a button that runs an action, with a string as its title and a system symbol, and
    /// beside it a button that opens the menu.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(
            content: content, label: { StrataViewGraph.Label(title, systemImage: systemImage) }, primaryAction: primaryAction)
    }
}
