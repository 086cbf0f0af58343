private struct NavigationLinkIndicatorVisibilityKey: EnvironmentKey {
    static var defaultValue: Visibility { .automatic }
}

extension EnvironmentValues {
    /// Whether rows that are navigation links have an arrow at their end.
    var navigationLinkIndicatorVisibility: Visibility {
        get { self[NavigationLinkIndicatorVisibilityKey.self] }
        set { self[NavigationLinkIndicatorVisibilityKey.self] = newValue }
    }
}

extension View {
    /// Shows or hides the arrow at the end of the rows that are navigation links. By default, rows have
    /// it unless they show their pages in the next column of a split view.
    public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.navigationLinkIndicatorVisibility = visibility }
    }
}
