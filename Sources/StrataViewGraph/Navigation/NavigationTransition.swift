/// A way in which a page appears on a stack and leaves it.
public protocol NavigationTransition {}

/// The transition of pages that have no other one: a page appears and leaves at once.
public struct AutomaticNavigationTransition: NavigationTransition {
    /// Creates the transition.
    public init() {}
}

/// A transition in which a page grows from a view of the page below, and shrinks to it.
public struct ZoomNavigationTransition: NavigationTransition {
    let source: MatchKey
}

extension NavigationTransition where Self == AutomaticNavigationTransition {
    /// The transition of pages that have no other one.
    public static var automatic: AutomaticNavigationTransition { AutomaticNavigationTransition() }
}

extension NavigationTransition where Self == ZoomNavigationTransition {
    /// Returns a transition in which a page grows from the view with an ID that
    /// `matchedTransitionSource(id:in:)` sets. If there is no such view, the page fades in.
    public static func zoom(sourceID: some Hashable, in namespace: Namespace.ID) -> ZoomNavigationTransition {
        ZoomNavigationTransition(source: MatchKey(id: sourceID, in: namespace))
    }
}

extension View {
    /// Sets the way in which the page with the view appears on its stack and leaves it. Has no
    /// effect outside a stack.
    public func navigationTransition(_ style: some NavigationTransition) -> some View {
        let source = (style as? ZoomNavigationTransition)?.source
        return barPreferences { $0.zoomSource = source }
    }

    /// Makes the view the one from which a page with the same ID in its zoom transition grows.
    public func matchedTransitionSource(id: some Hashable, in namespace: Namespace.ID) -> some View {
        trait { $0.interaction.zoomSource = MatchKey(id: id, in: namespace) }
    }
}

extension NavigationPage {
    /// The transition of the page's element; nil for none.
    var transition: TransitionContent? {
        preferences.zoomSource.map { source in
            TransitionContent(
                insertion: [.zoom(source)], removal: [.zoom(source)], insertionAnimation: .default, removalAnimation: .default)
        }
    }
}
