/// The style of a ``NavigationView``.
@MainActor @preconcurrency
public protocol NavigationViewStyle {
    /// Whether the view shows one page at a time, whatever the number of its views.
    var _isStack: Bool { get }
}

extension NavigationViewStyle {
    /// No: several views are columns.
    public var _isStack: Bool { false }
}

/// The default style: that of ``ColumnNavigationViewStyle``.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

/// A style that shows one page at a time.
public struct StackNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}

    /// Yes.
    public var _isStack: Bool { true }
}

/// A style that shows two or three views as columns side by side, and a single one as a stack.
public struct ColumnNavigationViewStyle: NavigationViewStyle {}

/// The former name of the style that shows several views as columns.
public struct DoubleColumnNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    /// The default style: that of ``ColumnNavigationViewStyle``.
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}

extension NavigationViewStyle where Self == StackNavigationViewStyle {
    /// A style that shows one page at a time.
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

extension NavigationViewStyle where Self == ColumnNavigationViewStyle {
    /// A style that shows two or three views as columns side by side, and a single one as a stack.
    public static var columns: ColumnNavigationViewStyle { ColumnNavigationViewStyle() }
}

private struct NavigationViewIsStackKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    /// Whether navigation views show one page at a time, whatever the number of their views.
    var navigationViewIsStack: Bool {
        get { self[NavigationViewIsStackKey.self] }
        set { self[NavigationViewIsStackKey.self] = newValue }
    }
}

extension View {
    /// Sets whether navigation views are stacks or have columns.
    public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View {
        changingEnvironment { $0.navigationViewIsStack = style._isStack }
    }
}
