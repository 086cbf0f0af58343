import HTTPTypes
public import Hummingbird
public import HummingbirdCore
import Foundation
import NIOCore
public import StrataViewGraph

/// An app whose windows are routes of a server of your own.
///
/// `App.main()` makes a server that has nothing but the app's windows. In a server that has other
/// routes too, the app is mounted in the router, and the server upgrades its WebSockets:
///
///     import Hummingbird
///     import StrataWebHost
///     import SwiftUI
///
///     @main
///     struct Server {
///         static func main() async throws {
///             let notes = await HostedApp(NotesApp())
///             let router = Router()
///             router.get("health") { _, _ in "ok" }
///             notes.addRoutes(to: router, at: "notes")
///             let server = Application(router: router, server: .http1(windowsOf: notes))
///             try await server.runService()
///         }
///     }
///
/// All URLs in a page are relative to it, so the app can be under any path, also behind a reverse
/// proxy that removes a part of the path.
///
/// All windows share the state of the `App` itself and its static properties. What belongs to one
/// person comes from the environment: see ``addRoutes(to:at:setting:to:)``.
public struct HostedApp: Sendable {
    let windows: Windows
    let limits: WindowLimits
    let hosts: HostPolicy

    /// Creates the app's state. Its windows are made when browsers ask for them.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - limits: The limits of its windows.
    ///   - allowedHosts: The names in the `Host` header of requests that are answered; all if nil.
    ///     A server that only programs and users of its own machine can reach should name them, so
    ///     that a web site whose name resolves to 127.0.0.1 cannot read its pages.
    @MainActor
    public init<A: App>(_ app: A, limits: WindowLimits = WindowLimits(), allowedHosts: [String]? = nil) {
        self.init(app, limits: limits, allowedHosts: allowedHosts, sceneStore: nil)
    }

    /// Creates the app's state, with a store of its scenes.
    @MainActor
    package init<A: App>(_ app: A, limits: WindowLimits, allowedHosts: [String]?, sceneStore: (any SceneStore)?) {
        let instance = AppInstance(app, name: "\(A.self)".replacing(/App$/, with: ""))
        self.init(limits: limits, hosts: HostPolicy(allowedHosts), sceneStore: sceneStore) { instance.makeWindow($0) }
    }

    @MainActor
    init(
        limits: WindowLimits, hosts: HostPolicy, sceneStore: (any SceneStore)? = nil,
        makeWindow: @escaping @MainActor (WindowRequest) -> WindowGraph
    ) {
        self.hosts = hosts
        self.limits = limits
        let scenes = SceneSessions(store: sceneStore, lifetime: limits.sceneLifetime)
        let savedActivities = SavedActivities(store: sceneStore, lifetime: limits.sceneLifetime)
        windows = Windows(limits, scenes: scenes, savedActivities: savedActivities, makeGraph: makeWindow)
    }

    /// Adds the routes of the app's pages and of the files that they load.
    ///
    /// - Parameters:
    ///   - router: A router, or a group of routes.
    ///   - path: The path of the app's pages below that of the group.
    public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>, at path: RouterPath = "") {
        addRoutes(to: router, at: path) { _, _ in WindowSettings { _ in } }
    }

    /// Adds the routes of the app's pages and of the files that they load, and sets a value in the
    /// environment of each window: who the user is, for example.
    ///
    ///     extension EnvironmentValues {
    ///         @Entry var person: String?
    ///     }
    ///
    ///     let group = router.group("notes").add(middleware: SessionAuthenticator(…))
    ///     notes.addRoutes(to: group, setting: \.person) { _, context in
    ///         try context.requireIdentity().name
    ///     }
    ///
    /// The value is computed when the page is requested, and stays with its window. When it is no
    /// longer true, as after a logout, close the window with ``closeWindows(where:)``.
    ///
    /// A scene is restored only for the person who opened it: for a value with the same description.
    /// A value with an object that has no description of its own is equal to no other one.
    ///
    /// - Parameters:
    ///   - router: A router, or a group of routes.
    ///   - path: The path of the app's pages below that of the group.
    ///   - keyPath: The environment value.
    ///   - value: A closure that returns the value for a request. Its error is the response to the
    ///     request, as it is of a route.
    public func addRoutes<Context: RequestContext, Value: Sendable>(
        to router: some RouterMethods<Context>, at path: RouterPath = "",
        setting keyPath: any WritableKeyPath<EnvironmentValues, Value> & Sendable,
        to value: @escaping @Sendable (Request, Context) async throws -> Value
    ) {
        addRoutes(to: router, at: path) { request, context in
            let value = try await value(request, context)
            return WindowSettings(owner: PersonDigest.of(value)) { $0[keyPath: keyPath] = value }
        }
    }

    /// Closes the windows whose page request meets a condition, and ends their connections. A tab
    /// that shows such a window requests its page again.
    @MainActor
    public func closeWindows(where condition: (PageRequest) -> Bool) { windows.close(where: condition) }
}

extension HTTPServerBuilder {
    /// A server of HTTP/1.1 that upgrades the WebSockets of apps' windows.
    ///
    ///     Application(router: router, server: .http1(windowsOf: notes, admin))
    ///
    /// - Parameter apps: The apps that are mounted in the router.
    public static func http1(windowsOf apps: HostedApp...) -> HTTPServerBuilder {
        HTTPServerBuilder { LiveChannel(responder: $0, apps: apps) }
    }
}
