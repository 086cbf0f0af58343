package import StrataUserActivity

// What the activities of the window report.
extension WindowActivities: UserActivityScope {
    /// Makes an activity current.
    package nonisolated func activityBecameCurrent(_ activity: NSUserActivity) {
        onMainActor(activity) { activities, activity in
            guard activities.graph != nil else { return }
            UserActivityTypes.check(activity.activityType)
            activities.makeCurrent(activity)
            activities.setNeedsUpdate()
        }
    }

    /// Makes the activity that was current before current again.
    package nonisolated func activityResignedCurrent(_ activity: NSUserActivity) {
        onMainActor(activity) { activities, activity in
            if activities.resign(activity) { activities.setNeedsUpdate() }
        }
    }

    /// Schedules a record of the current activity.
    package nonisolated func activityChanged(_ activity: NSUserActivity) {
        onMainActor(activity) { activities, activity in
            guard !activities.isUpdating, activities.candidates.contains(activity) else { return }
            activities.setNeedsUpdate()
        }
    }

    /// Deletes activities that the host has saved for searches.
    package nonisolated func deleteSavedActivities(_ identifiers: [NSUserActivityPersistentIdentifier]?) async {
        let delete = await deleteSaved
        await delete?(identifiers)
    }

    /// Runs code with an activity on the main actor: at once if this is the main queue.
    private nonisolated func onMainActor(
        _ activity: NSUserActivity, _ body: @escaping @MainActor (WindowActivities, NSUserActivity) -> Void
    ) {
        // An app that uses an activity on another thread must not change it meanwhile.
        nonisolated(unsafe) let activity = activity
        if isOnMainQueue {
            MainActor.assumeIsolated { body(self, activity) }
        } else {
            Task { @MainActor in body(self, activity) }
        }
    }
}
