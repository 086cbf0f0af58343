import Foundation

/// The notifications about a change of an app's phase, which code outside of views observes.
///
/// The phase of the app is that of its most active window.
@MainActor
struct PhaseNotifications {
    let former: ScenePhase
    let phase: ScenePhase

    /// Posts the notifications that come before the change.
    func postBefore() {
        if former == .background { post(UIApplication.willEnterForegroundNotification) }
        if phase == .active { post(NSApplication.willBecomeActiveNotification, of: NSApplication.shared) }
        if former == .active {
            post(UIApplication.willResignActiveNotification)
            post(NSApplication.willResignActiveNotification, of: NSApplication.shared)
        }
    }

    /// Posts the notifications that come after the change.
    func postAfter() {
        if phase == .active {
            post(UIApplication.didBecomeActiveNotification)
            post(NSApplication.didBecomeActiveNotification, of: NSApplication.shared)
        }
        if former == .active { post(NSApplication.didResignActiveNotification, of: NSApplication.shared) }
        if phase == .background { post(UIApplication.didEnterBackgroundNotification) }
    }

    private func post(_ name: Notification.Name, of application: NSObject? = nil) {
        NotificationCenter.default.post(name: name, object: application ?? UIApplication.shared)
    }
}
