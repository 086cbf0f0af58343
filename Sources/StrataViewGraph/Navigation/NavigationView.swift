/// A stack of pages, for apps written before ``NavigationStack``.
///
/// Strata always shows it as a stack. In a wide window, Apple's shows the first page beside the
/// others, unless its style is a stack.
public struct NavigationView<Content: View>: View {
    private let content: Content

    /// Creates a stack with a first page.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: some View { NavigationStack { content } }
}

/// The style of a ``NavigationView``.
@MainActor @preconcurrency
public protocol NavigationViewStyle {}

/// The default style: a stack.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

/// A style that shows one page at a time.
public struct StackNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    /// The default style: a stack.
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}

extension NavigationViewStyle where Self == StackNavigationViewStyle {
    /// A style that shows one page at a time.
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

extension View {
    /// Returns the view unchanged: a ``NavigationView`` is a stack in both styles.
    nonisolated public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }
}
