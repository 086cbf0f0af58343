/// A namespace for the properties of a page's bar.
public struct NavigationBarItem: Sendable {
    /// The size of the title in a bar.
    public enum TitleDisplayMode: Sendable {
        /// The size of the page below; large on the first page.
        case automatic
        /// Small, between the bar's items.
        case inline
        /// Large, below the bar's items, until the content scrolls.
        case large
    }
}

/// The size of the title in a bar.
public struct ToolbarTitleDisplayMode: Sendable {
    enum Mode: Sendable { case automatic, large, inline, inlineLarge }
    let mode: Mode

    /// The size of the page below; large on the first page.
    public static var automatic: ToolbarTitleDisplayMode { ToolbarTitleDisplayMode(mode: .automatic) }
    /// Large, below the bar's items, until the content scrolls.
    public static var large: ToolbarTitleDisplayMode { ToolbarTitleDisplayMode(mode: .large) }
    /// Small, between the bar's items.
    public static var inline: ToolbarTitleDisplayMode { ToolbarTitleDisplayMode(mode: .inline) }
    /// Large, at the leading end of the bar, beside its items.
    public static var inlineLarge: ToolbarTitleDisplayMode { ToolbarTitleDisplayMode(mode: .inlineLarge) }
}

extension NavigationBarItem.TitleDisplayMode {
    /// The same mode of a toolbar's title.
    fileprivate var mode: ToolbarTitleDisplayMode.Mode {
        switch self {
        case .automatic: .automatic
        case .inline: .inline
        case .large: .large
        }
    }
}

extension View {
    /// Sets the title of the page, which its bar and the browser's tab show.
    public func navigationTitle(_ title: Text) -> some View { barPreferences { $0.title = title.string } }

    /// Sets the title of the page, with a localized string.
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }

    /// Sets the title of the page, with a string.
    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }

    /// Sets the title of the page, which the user can edit in the bar.
    public func navigationTitle(_ title: Binding<String>) -> some View { barPreferences { $0.titleBinding = title } }

    /// Sets the line below the title of the page.
    public func navigationSubtitle(_ subtitle: Text) -> some View { barPreferences { $0.subtitle = subtitle.string } }

    /// Sets the line below the title of the page, with a localized string.
    public func navigationSubtitle(_ subtitleKey: LocalizedStringKey) -> some View { navigationSubtitle(Text(subtitleKey)) }

    /// Sets the line below the title of the page, with a string.
    @_disfavoredOverload
    public func navigationSubtitle<S: StringProtocol>(_ subtitle: S) -> some View { navigationSubtitle(Text(subtitle)) }

    /// Sets the size of the title in the page's bar.
    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        barPreferences { $0.displayMode = displayMode.mode }
    }

    /// Sets the size of the title in the page's bar.
    public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> some View {
        barPreferences { $0.displayMode = mode.mode }
    }

    /// Sets the title of the page; the older name of `navigationTitle(_:)`.
    public func navigationBarTitle(_ title: Text) -> some View { navigationTitle(title) }

    /// Sets the title of the page, with a localized string.
    public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(titleKey) }

    /// Sets the title of the page, with a string.
    @_disfavoredOverload
    public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(title) }

    /// Sets the title of the page and its size.
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        barPreferences {
            $0.title = title.string
            $0.displayMode = displayMode.mode
        }
    }

    /// Sets the title of the page, with a localized string, and its size.
    public func navigationBarTitle(
        _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View {
        navigationBarTitle(Text(titleKey), displayMode: displayMode)
    }

    /// Sets the title of the page, with a string, and its size.
    @_disfavoredOverload
    public func navigationBarTitle<S: StringProtocol>(
        _ title: S, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View {
        navigationBarTitle(Text(title), displayMode: displayMode)
    }

    /// Hides the Back button of the page's bar. The browser's own Back button still leads back.
    public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> some View {
        barPreferences { $0.hidesBackButton = hidesBackButton }
    }

    /// Shows or hides the bar at the top of the page.
    public func navigationBarHidden(_ hidden: Bool) -> some View { barPreferences { $0.isHidden = hidden } }
}
