extension Button where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a button with a localized title and a system symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button with a string as its title and a system symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }

    /// Creates a button with a localized title, a system symbol and a role.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button with a string as its title, a system symbol and a role.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }
}
