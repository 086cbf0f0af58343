public import Foundation

/// An object that is notified of the start and the end of the process, and of URLs. An app names its
/// class with ``UIApplicationDelegateAdaptor``.
///
/// Of UIKit's methods, the protocol has those that a server can call. The methods are called on the
/// main actor.
@MainActor @preconcurrency
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// Called before the app's body is first evaluated.
    ///
    /// - Parameters:
    ///   - application: The running process.
    ///   - launchOptions: Always nil.
    /// - Returns: Any value; it has no effect.
    func application(
        _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called before the app's body is first evaluated, after
    /// `application(_:willFinishLaunchingWithOptions:)`.
    ///
    /// - Parameters:
    ///   - application: The running process.
    ///   - launchOptions: Always nil.
    /// - Returns: Any value; it has no effect.
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// Called when the process was asked to end by SIGINT or SIGTERM, after its last connection was
    /// closed.
    func applicationWillTerminate(_ application: UIApplication)

    /// Called for the URL that a new window opens, before its views receive it.
    ///
    /// - Parameters:
    ///   - app: The running process.
    ///   - url: The URL.
    ///   - options: Always empty.
    /// - Returns: Whether the delegate has opened the URL. If it has not, the `onOpenURL` of a view
    ///   opens it.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool
}

extension UIApplicationDelegate {
    /// Returns true.
    public func application(
        _ application: UIApplication, willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Returns true.
    public func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }

    /// Does nothing.
    public func applicationWillTerminate(_ application: UIApplication) {}

    /// Returns false.
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool { false }
}
