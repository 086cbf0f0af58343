public import Foundation

/// An object that is notified of the start and the end of the process, and of URLs. An app names its
/// class with ``NSApplicationDelegateAdaptor``.
///
/// Of AppKit's methods, the protocol has those that a server can call. The methods are called on the
/// main actor.
@MainActor @preconcurrency
public protocol NSApplicationDelegate: NSObjectProtocol {
    /// Called before the app's body is first evaluated.
    func applicationWillFinishLaunching(_ notification: Notification)

    /// Called before the app's body is first evaluated, after `applicationWillFinishLaunching(_:)`.
    func applicationDidFinishLaunching(_ notification: Notification)

    /// Called when the process was asked to end by SIGINT or SIGTERM, after its last connection was
    /// closed.
    func applicationWillTerminate(_ notification: Notification)

    /// Called with the URL that a new window opens, before the `onOpenURL` of a view opens it, too.
    func application(_ application: NSApplication, open urls: [URL])
}

extension NSApplicationDelegate {
    /// Does nothing.
    public func applicationWillFinishLaunching(_ notification: Notification) {}

    /// Does nothing.
    public func applicationDidFinishLaunching(_ notification: Notification) {}

    /// Does nothing.
    public func applicationWillTerminate(_ notification: Notification) {}

    /// Does nothing.
    public func application(_ application: NSApplication, open urls: [URL]) {}
}
