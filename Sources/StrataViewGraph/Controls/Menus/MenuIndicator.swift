private struct MenuIndicatorKey: EnvironmentKey {
    static var defaultValue: Visibility { .automatic }
}

extension EnvironmentValues {
    /// The visibility of the sign of a button that opens a menu.
    public internal(set) var menuIndicatorVisibility: Visibility {
        get { self[MenuIndicatorKey.self] }
        set { self[MenuIndicatorKey.self] = newValue }
    }
}

extension View {
    /// Shows or hides the sign by which a button says that it opens a menu.
    ///
    /// By default, only an entry that opens a submenu has one.
    public func menuIndicator(_ visibility: Visibility) -> some View {
        changingEnvironment { $0.menuIndicatorVisibility = visibility }
    }
}
