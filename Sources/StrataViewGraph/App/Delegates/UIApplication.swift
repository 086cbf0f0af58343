public import Foundation

/// The running process, as a delegate receives it.
///
/// Of UIKit's class, this one has what concerns the delegate. What concerns a window, such as
/// opening a URL, is in the environment of its views, because a process shows windows to many
/// people.
@MainActor @preconcurrency
public final class UIApplication: UIResponder {
    /// The one instance.
    public static let shared = UIApplication()

    /// The delegate of the process's first app that has one. It is set when the app is launched.
    public var delegate: (any UIApplicationDelegate)?

    override private nonisolated init() { super.init() }

    /// The name of an option in the launch options of a delegate.
    ///
    /// The launch options are always nil, because a server is not launched for a URL or a
    /// notification.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates the key of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The name of an option with which a delegate opens a URL.
    ///
    /// The options are always empty, because a browser does not report who opens a URL.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates the key of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The name of the notification that is posted after the app was launched.
    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")

    /// The name of the notification that is posted before the app enters the foreground: before a
    /// first window connects or is visible again.
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")

    /// The name of the notification that is posted after the app became active: a window is visible.
    public nonisolated static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")

    /// The name of the notification that is posted before the app is no longer active: no window is
    /// visible.
    public nonisolated static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")

    /// The name of the notification that is posted after the app has entered the background: all
    /// windows are hidden or closed.
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")

    /// The name of the notification that is posted before the process ends.
    public nonisolated static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
}
