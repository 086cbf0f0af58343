/// The arrangement of the columns of split views, for `navigationSplitViewStyle(_:)`.
@MainActor @preconcurrency
public protocol NavigationSplitViewStyle {}

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

extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    /// The default style: that of ``BalancedNavigationSplitViewStyle``.
    public static var automatic: AutomaticNavigationSplitViewStyle { AutomaticNavigationSplitViewStyle() }
}

extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    /// Columns beside each other. The details become narrower when the sidebar is shown.
    public static var balanced: BalancedNavigationSplitViewStyle { BalancedNavigationSplitViewStyle() }
}

extension View {
    /// Returns the view unchanged: the columns of a split view are arranged in the same way in both
    /// styles.
    nonisolated public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View { self }
}
