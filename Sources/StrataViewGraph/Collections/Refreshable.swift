/// An action that loads the content of a view again, for `refreshable(action:)`.
public struct RefreshAction: Sendable {
    fileprivate let action: @Sendable () async -> Void

    /// Runs the action until it ends: `await refresh()`.
    public func callAsFunction() async { await action() }
}

/// The user's wish to load a list again.
package struct RefreshEvent: ElementEvent {
    package static let name = "refresh"
    package init() {}
}

extension EventHandler {
    static func refresh(_ refresh: RefreshAction) -> EventHandler {
        EventHandler(RefreshEvent.self) { _ in Task { await refresh() } }
    }
}

private struct RefreshKey: EnvironmentKey {
    static var defaultValue: RefreshAction? { nil }
}

extension EnvironmentValues {
    /// The action that loads the content again; nil if there is none.
    public internal(set) var refresh: RefreshAction? {
        get { self[RefreshKey.self] }
        set { self[RefreshKey.self] = newValue }
    }
}

extension View {
    /// Lets the user load the content again: a list that is pulled down at its top, or whose refresh
    /// button is pressed, runs the action.
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        changingEnvironment { $0.refresh = RefreshAction(action: action) }
    }
}
