/// A place with a current activity: a window.
///
/// An activity notifies its scope. The methods can be called on any thread, though an activity
/// should be used on the main actor.
package protocol UserActivityScope: AnyObject, Sendable {
    /// Makes an activity the current one.
    func activityBecameCurrent(_ activity: NSUserActivity)

    /// Ends the time in which an activity is current.
    func activityResignedCurrent(_ activity: NSUserActivity)

    /// Schedules an activity, whose content has changed or needs an update, to be kept.
    func activityChanged(_ activity: NSUserActivity)

    /// Deletes activities that were saved for searches by the person of the window.
    ///
    /// - Parameter identifiers: The persistent identifiers of the activities; nil for all.
    func deleteSavedActivities(_ identifiers: [NSUserActivityPersistentIdentifier]?) async
}

/// The scope to which the running code belongs.
package enum UserActivityScopes {
    /// The scope of the running action or body of a view, and of the tasks that it has started.
    @TaskLocal package static var current: (any UserActivityScope)?
}
