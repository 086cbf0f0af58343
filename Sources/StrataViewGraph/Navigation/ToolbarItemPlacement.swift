/// The position of a toolbar's item in the bars of its page.
public struct ToolbarItemPlacement: Sendable {
    let position: BarItemsContent.Position

    private init(_ position: BarItemsContent.Position) { self.position = position }

    /// The host's choice: the end of the bar.
    public static let automatic = ToolbarItemPlacement(.trailing)
    /// The middle of the bar, in place of the title.
    public static let principal = ToolbarItemPlacement(.principal)
    /// For a navigation between places: the start of the bar.
    public static let navigation = ToolbarItemPlacement(.leading)
    /// The most important action: the end of the bar.
    public static let primaryAction = ToolbarItemPlacement(.trailing)
    /// A less important action: the end of the bar.
    public static let secondaryAction = ToolbarItemPlacement(.trailing)
    /// A status: the bar at the bottom.
    public static let status = ToolbarItemPlacement(.bottom)
    /// The action that confirms a sheet: the end of the bar.
    public static let confirmationAction = ToolbarItemPlacement(.trailing)
    /// The action that leaves a sheet without a change: the start of the bar.
    public static let cancellationAction = ToolbarItemPlacement(.leading)
    /// The action that deletes what a sheet shows: the start of the bar.
    public static let destructiveAction = ToolbarItemPlacement(.leading)
    /// A bar at the bottom, which shows while the user types into a field.
    public static let keyboard = ToolbarItemPlacement(.keyboard)
    /// The start of the bar.
    public static let topBarLeading = ToolbarItemPlacement(.leading)
    /// The end of the bar.
    public static let topBarTrailing = ToolbarItemPlacement(.trailing)
    /// The start of the bar.
    public static let navigationBarLeading = ToolbarItemPlacement(.leading)
    /// The end of the bar.
    public static let navigationBarTrailing = ToolbarItemPlacement(.trailing)
    /// The bar at the bottom.
    public static let bottomBar = ToolbarItemPlacement(.bottom)
}

/// A bar of a page, for `toolbar(_:for:)`.
public struct ToolbarPlacement: Hashable, Sendable {
    enum Bar { case navigation, bottom, tab }
    let bar: Bar

    /// The host's choice: the bar at the top.
    public static let automatic = ToolbarPlacement(bar: .navigation)
    /// The bar at the top.
    public static let navigationBar = ToolbarPlacement(bar: .navigation)
    /// The bar at the bottom.
    public static let bottomBar = ToolbarPlacement(bar: .bottom)
    /// The bar with the tabs.
    public static let tabBar = ToolbarPlacement(bar: .tab)
}
