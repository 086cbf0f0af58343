/// The placement of a toolbar's item in the bars of its page.
public struct ToolbarItemPlacement: Sendable {
    let position: BarItemsContent.Position

    private init(_ position: BarItemsContent.Position) { self.position = position }

    /// The default: the trailing end of the bar.
    public static let automatic = ToolbarItemPlacement(.trailing)
    /// The center of the bar, in place of the title.
    public static let principal = ToolbarItemPlacement(.principal)
    /// An action of navigation: the leading end of the bar.
    public static let navigation = ToolbarItemPlacement(.leading)
    /// The most important action: the trailing end of the bar.
    public static let primaryAction = ToolbarItemPlacement(.trailing)
    /// A less important action: the trailing end of the bar, or its center in a regular width if
    /// the bar's role is ``ToolbarRole/browser`` or ``ToolbarRole/editor``.
    public static let secondaryAction = ToolbarItemPlacement(.secondary)
    /// A status: the bar at the bottom.
    public static let status = ToolbarItemPlacement(.bottom)
    /// The action that confirms a sheet: the trailing end of the bar.
    public static let confirmationAction = ToolbarItemPlacement(.trailing)
    /// The action that dismisses a sheet without a change: the leading end of the bar.
    public static let cancellationAction = ToolbarItemPlacement(.leading)
    /// The action that deletes the content of a sheet: the trailing end of the bar.
    public static let destructiveAction = ToolbarItemPlacement(.trailing)
    /// A bar at the bottom, which is visible while a text field of the page has the focus.
    public static let keyboard = ToolbarItemPlacement(.keyboard)
    /// The leading end of the bar.
    public static let topBarLeading = ToolbarItemPlacement(.leading)
    /// The trailing end of the bar.
    public static let topBarTrailing = ToolbarItemPlacement(.trailing)
    /// The leading end of the bar.
    public static let navigationBarLeading = ToolbarItemPlacement(.leading)
    /// The trailing end of the bar.
    public static let navigationBarTrailing = ToolbarItemPlacement(.trailing)
    /// The bar at the bottom.
    public static let bottomBar = ToolbarItemPlacement(.bottom)
    /// The menu that the title opens.
    static let titleMenu = ToolbarItemPlacement(.titleMenu)
}

/// A bar to show, hide or color, for `toolbar(_:for:)` and `toolbarBackground(_:for:)`.
public struct ToolbarPlacement: Hashable, Sendable {
    enum Bar { case navigation, bottom, tab }
    let bar: Bar

    /// The default: the bar at the top.
    public static let automatic = ToolbarPlacement(bar: .navigation)
    /// The bar at the top.
    public static let navigationBar = ToolbarPlacement(bar: .navigation)
    /// The toolbar of a window on a Mac: the bar at the top.
    public static let windowToolbar = ToolbarPlacement(bar: .navigation)
    /// The bar at the bottom.
    public static let bottomBar = ToolbarPlacement(bar: .bottom)
    /// The bar with the tabs.
    public static let tabBar = ToolbarPlacement(bar: .tab)
}

/// An item that a bar has by itself, for `toolbar(removing:)`.
public struct ToolbarDefaultItemKind: Sendable {
    enum Kind {
        case title, sidebarToggle
    }

    let kind: Kind

    /// The title of the page. The browser's tab still shows it.
    public static let title = ToolbarDefaultItemKind(kind: .title)
    /// The button that shows and hides the sidebar of a split view.
    public static let sidebarToggle = ToolbarDefaultItemKind(kind: .sidebarToggle)
}
