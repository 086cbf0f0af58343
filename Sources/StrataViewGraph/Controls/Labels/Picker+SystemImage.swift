extension Picker where Label == StrataViewGraph.Label<Text, Image> {
    /// Creates a picker with a localized title and a system symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { StrataViewGraph.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a picker with a string as its title and a system symbol.
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { StrataViewGraph.Label(title, systemImage: systemImage) }
    }
}
