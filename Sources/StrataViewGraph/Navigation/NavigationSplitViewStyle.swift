/// The arrangement of the columns of split views, for `navigationSplitViewStyle(_:)`.
@MainActor @preconcurrency
public protocol NavigationSplitViewStyle {
    /// Whether the details keep their width when other columns are shown.
    var _keepsDetailWidth: Bool { get }
}

extension NavigationSplitViewStyle {
    /// No: the details become narrower.
    public var _keepsDetailWidth: Bool { false }
}

/// The default style: that of ``BalancedNavigationSplitViewStyle``.
public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// Creates the style.
    public init() {}
}

/// Columns beside each other. The details become narrower when the sidebar is shown.
public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// Creates the style.
    public init() {}
}

/// Details that keep their width. The columns before them push them aside.
public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {
    /// Creates the style.
    public init() {}

    /// Yes.
    public var _keepsDetailWidth: Bool { true }
}

extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    /// The default style: that of ``BalancedNavigationSplitViewStyle``.
    public static var automatic: AutomaticNavigationSplitViewStyle { AutomaticNavigationSplitViewStyle() }
}

extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    /// Columns beside each other. The details become narrower when the sidebar is shown.
    public static var balanced: BalancedNavigationSplitViewStyle { BalancedNavigationSplitViewStyle() }
}

extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    /// Details that keep their width. The columns before them push them aside.
    public static var prominentDetail: ProminentDetailNavigationSplitViewStyle {
        ProminentDetailNavigationSplitViewStyle()
    }
}

private struct SplitKeepsDetailWidthKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether the details of split views keep their width when other columns are shown.
    var splitKeepsDetailWidth: Bool {
        get { self[SplitKeepsDetailWidthKey.self] }
        set { self[SplitKeepsDetailWidthKey.self] = newValue }
    }
}

extension View {
    /// Sets the arrangement of the columns of split views.
    public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View {
        changingEnvironment { $0.splitKeepsDetailWidth = style._keepsDetailWidth }
    }
}
