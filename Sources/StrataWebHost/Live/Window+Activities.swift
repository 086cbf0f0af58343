import Foundation
import StrataUserActivity
import StrataViewGraph

// The activities of a window: those that it saves, offers to other devices, and continues.
extension Window {
    /// Observes the current activity, and deletes saved ones for the app.
    func observeActivities() {
        graph.activities.onChange = { [weak self] in self?.activityChanged($0) }
        let (saved, owner) = (savedActivities, request.owner)
        graph.activities.deleteSaved = { await saved?.delete($0, of: owner) }
    }

    private func activityChanged(_ record: UserActivityRecord?) {
        if let record { savedActivities?.save(record, of: request.owner) }
        // The entries of the page's menu may be others.
        planFlush()
    }

    /// The entries of the page's own menu.
    var offer: ActivityOffer {
        let activity = graph.userActivity
        return ActivityOffer(
            continues: activity?.canContinue(at: Date()) ?? false,
            searches: savedActivities?.hasActivities(of: request.owner) ?? false)
    }

    /// Makes a link that continues the activity, after its handlers and its delegate have updated it.
    func makeHandoffLink(_ links: HandoffLinks) {
        let record = graph.recordUserActivity()
        let link = record.flatMap { links.make($0, of: graph.userActivity, window: token, owner: request.owner) }
        answers[ActivityMessages.link] = .handoffLink(
            token: link, title: record?.title, seconds: Int(links.lifetime.components.seconds))
    }

    /// Finds saved activities of the person.
    func find(_ search: ActivityMessages.Find) {
        let found = savedActivities?.find(search.text, of: request.owner) ?? []
        answers[ActivityMessages.find] = .foundActivities(
            search: search.search, found.map { Patch.FoundActivity(id: $0.id, title: $0.record.title ?? "") })
    }

    /// Continues a saved activity of the person.
    func `continue`(_ choice: ActivityMessages.Choice) {
        guard let record = savedActivities?.activity(choice.activity, of: request.owner) else {
            answers[ActivityMessages.continue] = .activityIsGone
            return
        }
        `continue`(record)
    }

    /// Passes an activity to the views that continue its type, now or when there is one.
    func `continue`(_ record: UserActivityRecord) {
        graph.update()
        graph.continueActivity(NSUserActivity(record))
    }

    /// Notifies the delegate of an activity of the window that it was continued on another device.
    func activityWasContinued(_ activity: NSUserActivity) { graph.activityWasContinued(activity) }
}
