extension Menu where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a menu with a localized title and a symbol of the system.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a menu with a string as its title and a symbol of the system.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        self.init(content: content) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }

    /// Creates a button with a localized title and a symbol of the system that runs an action, with
    /// a menu.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(
            content: content, label: { StrataViewGraph.Label(titleKey, systemImage: systemImage) }, primaryAction: primaryAction)
    }

    /// Creates a button with a string as its title and a symbol of the system that runs an action,
    /// with a menu.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content,
        primaryAction: @escaping @MainActor () -> Void
    ) {
        self.init(
            content: content, label: { StrataViewGraph.Label(title, systemImage: systemImage) }, primaryAction: primaryAction)
    }
}
