public import Foundation

/// The running process, as a delegate receives it.
///
/// Of AppKit's class, this one has what concerns the delegate.
@MainActor @preconcurrency
public final class NSApplication: NSObject {
    /// The one instance.
    public static let shared = NSApplication()

    /// The delegate of the process's first app that has one. It is set when the app is launched.
    public var delegate: (any NSApplicationDelegate)?

    override private nonisolated init() { super.init() }

    /// The name of the notification that is posted before the app is launched.
    public nonisolated static let willFinishLaunchingNotification = Notification.Name(
        "NSApplicationWillFinishLaunchingNotification")

    /// The name of the notification that is posted after the app was launched.
    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "NSApplicationDidFinishLaunchingNotification")

    /// The name of the notification that is posted before a window of the app becomes visible, while
    /// no other one is.
    public nonisolated static let willBecomeActiveNotification = Notification.Name(
        "NSApplicationWillBecomeActiveNotification")

    /// The name of the notification that is posted after the app became active: a window is visible.
    public nonisolated static let didBecomeActiveNotification = Notification.Name("NSApplicationDidBecomeActiveNotification")

    /// The name of the notification that is posted before the app is no longer active: no window is
    /// visible.
    public nonisolated static let willResignActiveNotification = Notification.Name("NSApplicationWillResignActiveNotification")

    /// The name of the notification that is posted after the app was active: no window is visible.
    public nonisolated static let didResignActiveNotification = Notification.Name("NSApplicationDidResignActiveNotification")

    /// The name of the notification that is posted before the process ends.
    public nonisolated static let willTerminateNotification = Notification.Name("NSApplicationWillTerminateNotification")
}
