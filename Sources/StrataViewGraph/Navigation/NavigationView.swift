/// A stack of pages; the older form of ``NavigationStack``.
///
/// Links push onto it. On a wide window, Apple's shows the first page beside the others unless its
/// style is a stack; this one is always a stack.
public struct NavigationView<Content: View>: View {
    private let content: Content

    /// Creates a stack with a first page.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    public var body: some View { NavigationStack { content } }
}

/// The style of a ``NavigationView``.
@MainActor @preconcurrency
public protocol NavigationViewStyle {}

/// The host's style: a stack.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

/// A stack, of which one page shows at a time.
public struct StackNavigationViewStyle: NavigationViewStyle {
    /// Creates the style.
    public init() {}
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    /// The host's style: a stack.
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}

extension NavigationViewStyle where Self == StackNavigationViewStyle {
    /// A stack, of which one page shows at a time.
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

extension View {
    /// Sets the style of navigation views. Both styles are a stack, which a navigation view is here.
    nonisolated public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }
}
