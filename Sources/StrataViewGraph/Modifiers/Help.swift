extension View {
    /// Describes what the view does, with a text in a tooltip.
    public func help(_ text: Text) -> some View { trait { $0.help = text.string } }

    /// Describes what the view does, with a localized string in a tooltip.
    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }

    /// Describes what the view does, with a string in a tooltip.
    @_disfavoredOverload
    public func help<S: StringProtocol>(_ text: S) -> some View { help(Text(text)) }
}
