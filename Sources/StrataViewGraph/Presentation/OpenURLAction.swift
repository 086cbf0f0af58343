public import Foundation

/// An action that opens a URL: `@Environment(\.openURL)`.
///
///     Link("Forecast", destination: forecast)
///         .environment(\.openURL, OpenURLAction { url in
///             show(url)
///             return .handled
///         })
@MainActor @preconcurrency
public struct OpenURLAction {
    /// The outcome of an app's handler.
    public struct Result: Sendable {
        enum Kind: Sendable { case handled, discarded, system(URL?) }
        let kind: Kind

        /// The handler has opened the URL.
        public static let handled = Result(kind: .handled)
        /// The handler does not open the URL.
        public static let discarded = Result(kind: .discarded)
        /// The browser opens the URL in a new tab.
        public static let systemAction = Result(kind: .system(nil))

        /// The browser opens another URL in a new tab.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    /// The app's handler; nil without one.
    private var handler: ((URL) -> Result)?
    /// Has the host open a URL. Returns false for one that it does not open.
    fileprivate var system: @MainActor (URL) -> Bool = { _ in false }

    /// Creates an action that calls a handler.
    public init(handler: @escaping (URL) -> Result) { self.handler = handler }

    fileprivate nonisolated init() {}

    /// Opens a URL.
    public func callAsFunction(_ url: URL) { _ = open(url) }

    /// Opens a URL, and calls a closure with whether it was accepted.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) { completion(open(url)) }

    /// Returns whether the app opens a URL, so that the browser does not follow a link to it.
    func isHandled(_ url: URL) -> Bool { handler != nil || AppURLSchemes.contain(url) }

    private func open(_ url: URL) -> Bool {
        switch handler?(url).kind {
        case .handled: true
        case .discarded: false
        case .system(let other?): system(other)
        case .system(nil), nil: system(url)
        }
    }
}

private struct OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction() }
}

private struct SystemOpenURLKey: EnvironmentKey {
    /// Opens a URL in the window to which the running code belongs, for an app or one of its
    /// scenes, whose environment is that of no window.
    static var defaultValue: @MainActor (URL) -> Bool {
        { url in
            if let graph = WindowActivities.running?.graph { return graph.history.openOutside(url, in: graph) }
            WarningLog.warn(
                "A URL was not opened: the action was called outside of the windows of an app. "
                    + "Call it in an action of a view or a command, or in a task that such an action has started.")
            return false
        }
    }
}

extension EnvironmentValues {
    /// The action that opens a URL. By default, the browser opens it in a new tab.
    public var openURL: OpenURLAction {
        get {
            var action = self[OpenURLKey.self]
            action.system = systemOpenURL
            return action
        }
        set { self[OpenURLKey.self] = newValue }
    }

    /// Has the host open a URL. Returns false for one that it does not open.
    var systemOpenURL: @MainActor (URL) -> Bool {
        get { self[SystemOpenURLKey.self] }
        set { self[SystemOpenURLKey.self] = newValue }
    }
}

extension WindowHistory {
    /// Opens a URL: in the window, if its scheme is one of the app's, and otherwise by the host.
    /// Returns false for one that it cannot open. One of the app's own can be opened also while no view
    /// does so, as on Apple's systems.
    func openOutside(_ url: URL, in graph: WindowGraph?) -> Bool {
        if AppURLSchemes.contain(url) {
            if let graph, !graph.receive(url), graph.isShown {
                WarningLog.warn(
                    "A URL with the app's own scheme '\(url.scheme ?? "")' waits, because no delegate and no view with "
                        + "onOpenURL opens it yet.")
            }
            return true
        }
        guard url.isOpenedByHost else {
            let kind = url.scheme.map { "with the scheme '\($0)'" } ?? "without a scheme"
            WarningLog.warn("A URL \(kind) was not opened: a browser does not open it, or it could run code in the page.")
            return false
        }
        opened = OpenedURL(number: opened.number + 1, url: url.absoluteString)
        return true
    }
}
