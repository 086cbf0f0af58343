/// An action that reloads the content of a view: `@Environment(\.refresh)`.
public struct RefreshAction: Sendable {
    fileprivate let action: @Sendable () async -> Void

    /// Runs the action, and returns when it has finished: `await refresh()`.
    public func callAsFunction() async { await action() }
}

/// A request of the user to reload a list.
package struct RefreshEvent: ElementEvent {
    package static let name = "refresh"
    package init() {}
}

extension EventHandler {
    /// Returns the handler that runs a refresh action in a task.
    static func refresh(_ refresh: RefreshAction) -> EventHandler {
        EventHandler(RefreshEvent.self) { _ in Task { await refresh() } }
    }
}

private struct RefreshKey: EnvironmentKey {
    static var defaultValue: RefreshAction? { nil }
}

extension EnvironmentValues {
    /// The action that reloads the content; nil if there is none.
    public internal(set) var refresh: RefreshAction? {
        get { self[RefreshKey.self] }
        set { self[RefreshKey.self] = newValue }
    }
}

extension View {
    /// Lets the user reload the content of the lists inside. A list runs the action when the user
    /// pulls it down at its top on a touch screen, or presses its refresh button, which appears
    /// when it has the keyboard focus.
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        changingEnvironment { $0.refresh = RefreshAction(action: action) }
    }
}
