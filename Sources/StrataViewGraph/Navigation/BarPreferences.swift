/// The properties of a page's bar that modifiers set.
struct BarPreferences {
    var title: String?
    var subtitle: String?
    var titleBinding: Binding<String>?
    var displayMode: ToolbarTitleDisplayMode.Mode?
    var hidesBackButton: Bool?
    var isHidden: Bool?
    var isBottomHidden: Bool?
    var isTabBarHidden: Bool?
    var columnWidth: ColumnWidth?
    var barColor: Color?
    var showsBarBackground: Bool?
    /// The appearance of the bar; nil inside for that of the page.
    var barColorScheme: ColorScheme??
    var removesTitle: Bool?
    var removesSidebarToggle: Bool?
    var role: ToolbarRole.Role?
    /// Whether the title opens a menu.
    var hasTitleMenu: Bool?
    /// The view from which the page grows.
    var zoomSource: MatchKey?

    /// Replaces the properties that another report sets.
    mutating func merge(_ other: BarPreferences) {
        title = other.title ?? title
        subtitle = other.subtitle ?? subtitle
        titleBinding = other.titleBinding ?? titleBinding
        displayMode = other.displayMode ?? displayMode
        hidesBackButton = other.hidesBackButton ?? hidesBackButton
        isHidden = other.isHidden ?? isHidden
        isBottomHidden = other.isBottomHidden ?? isBottomHidden
        isTabBarHidden = other.isTabBarHidden ?? isTabBarHidden
        columnWidth = other.columnWidth ?? columnWidth
        barColor = other.barColor ?? barColor
        showsBarBackground = other.showsBarBackground ?? showsBarBackground
        barColorScheme = other.barColorScheme ?? barColorScheme
        removesTitle = other.removesTitle ?? removesTitle
        removesSidebarToggle = other.removesSidebarToggle ?? removesSidebarToggle
        role = other.role ?? role
        hasTitleMenu = other.hasTitleMenu ?? hasTitleMenu
        zoomSource = other.zoomSource ?? zoomSource
    }
}
