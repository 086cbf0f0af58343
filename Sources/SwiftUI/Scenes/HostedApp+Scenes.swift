public import Foundation
public import StrataViewGraph
public import StrataWebHost

extension HostedApp {
    /// Creates the app's state, with a store of its scenes: the values of `@SceneStorage` survive an
    /// end of the server.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - limits: The limits of its windows.
    ///   - allowedHosts: The names in the `Host` header of requests that are answered; all if nil.
    ///   - url: The location of the store's file, which is made if there is none. Apps of one server
    ///     need files of their own.
    @MainActor
    public init<A: App>(_ app: A, limits: WindowLimits = WindowLimits(), allowedHosts: [String]? = nil, scenesAt url: URL) {
        self.init(app, limits: limits, allowedHosts: allowedHosts, sceneStore: StoredScenes(at: url))
    }
}
