/// The title of an item that a ``ShareLink`` shares.
///
/// Programs that receive the item use it as the subject, if the link has none of its own. A browser
/// draws no preview with an image, so there are no initializers with one.
@MainActor @preconcurrency
public struct SharePreview<Image, Icon> {
    let title: Text
}

extension SharePreview where Image == Never, Icon == Never {
    /// Creates a preview with a localized title.
    public init(_ titleKey: LocalizedStringKey) { title = Text(titleKey) }

    /// Creates a preview with a string as its title.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) { self.title = Text(title) }

    /// Creates a preview with a `Text` as its title.
    public init(_ title: Text) { self.title = title }
}
