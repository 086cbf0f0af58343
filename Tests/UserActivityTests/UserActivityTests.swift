import Foundation
import Testing

@testable import StrataUserActivity

/// `NSUserActivity` as an object: its properties, its place in a scope, and its records.
struct UserActivityTests {
    /// A scope that notes what activities report.
    private final class Scope: UserActivityScope, @unchecked Sendable {
        var events: [String] = []
        var deleted: [[String]?] = []
        private func add(_ event: String, _ activity: NSUserActivity) { events.append("\(event) \(activity.activityType)") }
        func activityBecameCurrent(_ activity: NSUserActivity) { add("current", activity) }
        func activityResignedCurrent(_ activity: NSUserActivity) { add("resigned", activity) }
        func activityChanged(_ activity: NSUserActivity) { add("changed", activity) }
        func deleteSavedActivities(_ identifiers: [String]?) { deleted.append(identifiers) }
    }

    @Test func `an activity has the defaults of Apple's`() {
        let activity = NSUserActivity(activityType: "com.example.read")
        #expect(activity.activityType == "com.example.read")
        #expect(activity.title == nil)
        #expect(activity.userInfo == nil)
        #expect(activity.requiredUserInfoKeys == nil)
        #expect(activity.targetContentIdentifier == nil)
        #expect(activity.isEligibleForHandoff)
        #expect(!activity.isEligibleForSearch)
        #expect(!activity.isEligibleForPublicIndexing)
        #expect(!activity.isEligibleForPrediction)
        #expect(activity.keywords == [])
        #expect(activity.persistentIdentifier == nil)
        #expect(activity.webpageURL == nil)
        #expect(activity.referrerURL == nil)
        #expect(!activity.needsSave)
        #expect(activity.expirationDate == nil)
        #expect(activity.delegate == nil)
        #expect(NSUserActivityTypeBrowsingWeb == "NSUserActivityTypeBrowsingWeb")
    }

    @Test func `activities are equal only if they are the same object`() {
        let activity = NSUserActivity(activityType: "a")
        #expect(activity == activity)
        #expect(activity != NSUserActivity(activityType: "a"))
        #expect(Set([activity, activity, NSUserActivity(activityType: "a")]).count == 2)
    }

    @Test func `added entries replace those with the same keys`() {
        let activity = NSUserActivity(activityType: "a")
        activity.addUserInfoEntries(from: ["x": 1, "y": 2])
        activity.addUserInfoEntries(from: ["y": 3])
        #expect(activity.userInfo as? [String: Int] == ["x": 1, "y": 3])
    }

    @Test func `a web page has a scheme of the web`() {
        let type = "web \(UUID())"
        let activity = NSUserActivity(activityType: type)
        activity.webpageURL = URL(string: "HTTPS://example.com/a")
        #expect(activity.webpageURL?.absoluteString == "HTTPS://example.com/a")
        activity.webpageURL = URL(string: "ftp://example.com/b")
        #expect(activity.webpageURL?.absoluteString == "HTTPS://example.com/a")
        #expect(UserActivityLog.messages.count { $0.contains(type) } == 1)
        activity.webpageURL = nil
        #expect(activity.webpageURL == nil)
    }

    // MARK: The current activity

    @Test func `an activity becomes current in the scope of the running code, and of its tasks`() async {
        let scope = Scope()
        let activity = NSUserActivity(activityType: "a")
        UserActivityScopes.$current.withValue(scope) { activity.becomeCurrent() }
        #expect(scope.events == ["current a"])
        // Elsewhere, it remembers its scope.
        activity.becomeCurrent()
        activity.resignCurrent()
        #expect(scope.events == ["current a", "current a", "resigned a"])
        let other = Scope()
        let task = UserActivityScopes.$current.withValue(other) {
            Task { NSUserActivity(activityType: "b").becomeCurrent() }
        }
        await task.value
        #expect(other.events == ["current b"])
        UserActivityScopes.$current.withValue(other) { activity.becomeCurrent() }
        #expect(scope.events.last == "resigned a")
        #expect(other.events == ["current b", "current a"])
    }

    @Test func `an activity outside a window is reported`() {
        let type = "nowhere \(UUID())"
        NSUserActivity(activityType: type).becomeCurrent()
        #expect(UserActivityLog.messages.count { $0.contains(type) } == 1)
    }

    @Test func `an activity that was invalidated cannot become current`() {
        let scope = Scope()
        let activity = NSUserActivity(activityType: "a")
        UserActivityScopes.$current.withValue(scope) {
            activity.becomeCurrent()
            activity.invalidate()
            activity.becomeCurrent()
        }
        #expect(scope.events == ["current a", "resigned a"])
    }

    @Test func `a change of the content is reported to the scope`() {
        let scope = Scope()
        let activity = NSUserActivity(activityType: "a")
        activity.scope = scope
        activity.title = "title"
        activity.userInfo = ["a": 1]
        activity.needsSave = true
        activity.needsSave = false
        #expect(scope.events.count == 3)
    }

    private final class Delegate: NSUserActivityDelegate {
        func userActivityWillSave(_ userActivity: NSUserActivity) { userActivity.title = "\(userActivity.title ?? "")!" }
    }

    private final class IdleDelegate: NSUserActivityDelegate {}

    @Test func `the delegate updates an activity that needs it`() {
        let activity = NSUserActivity(activityType: "a")
        let delegate = Delegate()
        activity.delegate = delegate
        activity.updateIfNeeded()
        #expect(activity.title == nil)
        activity.needsSave = true
        activity.updateIfNeeded()
        #expect(activity.title == "!")
        #expect(!activity.needsSave)
        // The methods are optional.
        let idle = IdleDelegate()
        idle.userActivityWillSave(activity)
        idle.userActivityWasContinued(activity)
        #expect(activity.title == "!")
    }

    @Test func `saved activities are deleted for the scope of the running code`() async {
        let scope = Scope()
        await UserActivityScopes.$current.withValue(scope) {
            await NSUserActivity.deleteAllSavedUserActivities()
            await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a", "b"])
            await withCheckedContinuation { continuation in
                NSUserActivity.deleteAllSavedUserActivities { continuation.resume() }
            }
            await withCheckedContinuation { continuation in
                NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["c"]) { continuation.resume() }
            }
        }
        #expect(scope.deleted == [nil, ["a", "b"], nil, ["c"]])
        // Without a window, there is nothing to delete.
        await NSUserActivity.deleteAllSavedUserActivities()
    }

    @Test func `a type that the app does not declare is reported once`() {
        let type = "undeclared \(UUID())"
        UserActivityTypes.check(type)
        UserActivityTypes.check(type)
        UserActivityTypes.check(NSUserActivityTypeBrowsingWeb)
        #expect(UserActivityLog.messages.count { $0.contains(type) } == 1)
        // Other tests may cause other warnings about an activity of this type.
        #expect(!UserActivityLog.messages.contains { $0.hasPrefix("The activity type '\(NSUserActivityTypeBrowsingWeb)'") })
    }
}
