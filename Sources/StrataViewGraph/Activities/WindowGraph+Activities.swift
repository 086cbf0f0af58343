package import Foundation
package import StrataUserActivity

// What hosts need of the activities of a window.
extension WindowGraph {
    /// The current activity of the window; nil if there is none.
    package var userActivity: NSUserActivity? { activities.current }

    /// Returns a record of the current activity, after its handlers have updated it; nil if there is
    /// no activity.
    package func recordUserActivity() -> UserActivityRecord? {
        activities.prepareRecord()
        return activities.current == nil ? nil : session.activity
    }

    /// Passes an activity to the views that continue its type, now or when there is one.
    ///
    /// - Returns: Whether a view has continued it.
    @discardableResult
    package func continueActivity(_ activity: NSUserActivity) -> Bool {
        // An activity that is current in another window stays there.
        if activity.scope == nil { activity.scope = activities }
        return activities.receive(.activity(activity))
    }

    /// Passes a URL to the views that open URLs, now or when there is one.
    ///
    /// - Returns: Whether a view has opened it.
    @discardableResult
    package func open(_ url: URL) -> Bool { activities.receive(.url(url)) }

    /// Passes a URL to the delegates of the app and, unless one opens it, to the views.
    ///
    /// - Returns: Whether a delegate or a view has opened it.
    @discardableResult
    package func receive(_ url: URL) -> Bool { delegatesOpen?(url) == true || open(url) }

    /// Notifies the delegate of the current activity that it was continued on another device.
    package func activityWasContinued() {
        if let activity = activities.current { activityWasContinued(activity) }
    }

    /// Notifies the delegate of an activity of the window that it was continued on another device.
    package func activityWasContinued(_ activity: NSUserActivity) {
        activities.perform { activity.delegate?.userActivityWasContinued(activity) }
    }
}
