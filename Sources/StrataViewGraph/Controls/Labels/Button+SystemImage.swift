extension Button where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a button with a localized title and a symbol of the system.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button with a string as its title and a symbol of the system.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: nil, action: action) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }

    /// Creates a button with a localized title, a symbol of the system and a role.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a button with a string as its title, a symbol of the system and a role.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }
}
