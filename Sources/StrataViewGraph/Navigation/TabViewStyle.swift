/// The look of tab views, for `tabViewStyle(_:)`.
@MainActor @preconcurrency
public protocol TabViewStyle {
    /// The look that hosts draw.
    var _look: TabsLook { get }
}

/// The properties of a tab view, as hosts draw it.
public struct TabsLook: Hashable, Sendable {
    package enum Style: String, Hashable, Sendable {
        /// Tabs at the bottom of a narrow window, and at the top of a wide one.
        case bar
        /// Tabs at the bottom of a narrow window, and beside the page in a wide one.
        case sidebar
        /// Pages that the user swipes, with a dot for each.
        case page
    }

    package var style = Style.bar
    /// Whether the dots of pages are visible.
    package var showsIndex = true
    /// Whether there is a background behind the dots.
    package var showsIndexBackground = false

    init(_ style: Style = .bar) { self.style = style }
}

/// The default style: tabs at the bottom of a narrow window, and at the top of a wide one.
public struct DefaultTabViewStyle: TabViewStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: TabsLook { TabsLook() }
}

/// Tabs in a bar, never in a sidebar.
public struct TabBarOnlyTabViewStyle: TabViewStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: TabsLook { TabsLook() }
}

/// Tabs at the bottom of a narrow window, and in a sidebar of a wide one.
public struct SidebarAdaptableTabViewStyle: TabViewStyle {
    /// Creates the style.
    public init() {}

    /// The look that hosts draw.
    public var _look: TabsLook { TabsLook(.sidebar) }
}

/// Pages that the user swipes, with a dot for each instead of a tab.
public struct PageTabViewStyle: TabViewStyle {
    /// The visibility of the dots.
    public struct IndexDisplayMode: Hashable, Sendable {
        fileprivate enum Kind: Sendable { case automatic, always, never }
        fileprivate let kind: Kind

        /// Dots if there is more than one page.
        public static let automatic = IndexDisplayMode(kind: .automatic)
        /// Dots if there is more than one page, as with `automatic`: a single page has nowhere to
        /// go.
        public static let always = IndexDisplayMode(kind: .always)
        /// No dots, except while one of them has the focus of the keyboard.
        public static let never = IndexDisplayMode(kind: .never)
    }

    private let mode: IndexDisplayMode

    /// Creates the style.
    public init(indexDisplayMode: IndexDisplayMode = .automatic) { mode = indexDisplayMode }

    /// The look that hosts draw.
    public var _look: TabsLook {
        var look = TabsLook(.page)
        look.showsIndex = mode != .never
        return look
    }
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    /// The default style: tabs at the bottom of a narrow window, and at the top of a wide one.
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

extension TabViewStyle where Self == TabBarOnlyTabViewStyle {
    /// Tabs in a bar, never in a sidebar.
    public static var tabBarOnly: TabBarOnlyTabViewStyle { TabBarOnlyTabViewStyle() }
}

extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    /// Tabs at the bottom of a narrow window, and in a sidebar of a wide one.
    public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { SidebarAdaptableTabViewStyle() }
}

extension TabViewStyle where Self == PageTabViewStyle {
    /// Pages that the user swipes, with a dot for each instead of a tab.
    public static var page: PageTabViewStyle { PageTabViewStyle() }

    /// Pages that the user swipes, with a dot for each if `indexDisplayMode` shows them.
    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> PageTabViewStyle {
        PageTabViewStyle(indexDisplayMode: indexDisplayMode)
    }
}

/// The look of the dots of pages, for `indexViewStyle(_:)`.
@MainActor @preconcurrency
public protocol IndexViewStyle {
    /// Whether there is a background behind the dots.
    var _showsBackground: Bool { get }
}

/// Dots in a row below the page.
public struct PageIndexViewStyle: IndexViewStyle {
    /// The visibility of the background behind the dots.
    public struct BackgroundDisplayMode: Hashable, Sendable {
        fileprivate let isVisible: Bool

        /// The host's choice: no background.
        public static let automatic = BackgroundDisplayMode(isVisible: false)
        /// A background at all times.
        public static let always = BackgroundDisplayMode(isVisible: true)
        /// No background.
        public static let never = BackgroundDisplayMode(isVisible: false)
    }

    private let mode: BackgroundDisplayMode

    /// Creates the style.
    public init(backgroundDisplayMode: BackgroundDisplayMode = .automatic) { mode = backgroundDisplayMode }

    /// Whether there is a background behind the dots.
    public var _showsBackground: Bool { mode.isVisible }
}

extension IndexViewStyle where Self == PageIndexViewStyle {
    /// Dots in a row below the page.
    public static var page: PageIndexViewStyle { PageIndexViewStyle() }

    /// Dots in a row below the page, with a background behind them if `backgroundDisplayMode` shows
    /// it.
    public static func page(backgroundDisplayMode: PageIndexViewStyle.BackgroundDisplayMode) -> PageIndexViewStyle {
        PageIndexViewStyle(backgroundDisplayMode: backgroundDisplayMode)
    }
}

private struct TabsLookKey: EnvironmentKey {
    static var defaultValue: TabsLook { TabsLook() }
}

private struct ShowsIndexBackgroundKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// The look of tab views.
    var tabsLook: TabsLook {
        get {
            var look = self[TabsLookKey.self]
            look.showsIndexBackground = self[ShowsIndexBackgroundKey.self]
            return look
        }
        set { self[TabsLookKey.self] = newValue }
    }

    /// Whether there is a background behind the dots of pages.
    fileprivate var showsIndexBackground: Bool {
        get { self[ShowsIndexBackgroundKey.self] }
        set { self[ShowsIndexBackgroundKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of tab views.
    public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View {
        changingEnvironment { $0.tabsLook = style._look }
    }

    /// Sets the style of the dots of tab views whose style is `page`.
    public func indexViewStyle<S: IndexViewStyle>(_ style: S) -> some View {
        changingEnvironment { $0.showsIndexBackground = style._showsBackground }
    }
}
