extension Toggle where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a toggle with a localized title and a system symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>
    ) {
        self.init(isOn: isOn) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a toggle with a string as its title and a system symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, isOn: Binding<Bool>
    ) {
        self.init(isOn: isOn) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }
}
