internal import Foundation
internal import StrataUserActivity

/// An event from outside of a window.
@MainActor
enum ActivityEvent {
    case activity(NSUserActivity)
    case url(URL)

    /// The key by which a newer event replaces one that waits.
    var type: String {
        switch self {
        case .activity(let activity): "activity \(activity.activityType)"
        case .url: "url"
        }
    }

    /// Returns whether the event is an activity of the type of a record.
    func isActivity(like record: UserActivityRecord?) -> Bool {
        if case .activity(let activity) = self { activity.activityType == record?.activityType } else { false }
    }
}

/// The part that a modifier has in the activities of its window.
enum ActivityRole {
    /// Updates the activity of a type. The handler is nil while the modifier is not active.
    case advertise(type: String, update: ((NSUserActivity) -> Void)?)
    /// Continues activities of a type.
    case `continue`(type: String, action: (NSUserActivity) -> Void)
    /// Opens URLs.
    case open(action: (URL) -> Void)
    /// Says which external events the window wants.
    case prefer(preferring: Set<String>, allowing: Set<String>)
}

/// The storage of the node of a modifier that has a part in activities.
@MainActor
final class ActivityParticipant {
    private weak var node: ViewNode?
    var role: ActivityRole
    /// The position in the order in which participants were added.
    var number = 0
    let depth: Int

    init(_ role: ActivityRole, _ node: ViewNode) {
        self.role = role
        self.node = node
        depth = node.depth
    }

    /// The type of the activity that the modifier contributes to; nil while it is not active.
    var advertisedType: String? {
        if case .advertise(let type, .some) = role { type } else { nil }
    }

    /// Whether the modifier continues activities.
    var continuesActivities: Bool { if case .continue = role { true } else { false } }

    /// Whether the user can see the view.
    var isShown: Bool { node?.isShown ?? false }

    /// Calls the handler with the activity of its type. A change of state that the handler reads
    /// evaluates the modifier, and so calls the handler again.
    func update(_ activity: NSUserActivity) {
        guard case .advertise(_, let update?) = role, let node else { return }
        node.reading { update(activity) }
    }

    /// Returns whether the modifier handles an event. The address of a web page goes to `onOpenURL`.
    func handles(_ event: ActivityEvent) -> Bool {
        switch (role, event) {
        case (.continue(let type, _), .activity(let activity)): type == activity.activityType
        case (.open, .url): true
        case (.open, .activity(let activity)): activity.openedURL != nil
        default: false
        }
    }

    /// Runs the modifier's action for an event that it handles.
    func handle(_ event: ActivityEvent) {
        switch (role, event) {
        case (.continue(_, let action), .activity(let activity)): action(activity)
        case (.open(let action), .url(let url)): action(url)
        case (.open(let action), .activity(let activity)): if let url = activity.openedURL { action(url) }
        default: break
        }
    }

    /// Returns how much the modifier wants the external events with an identifier.
    func preference(for identifier: String) -> ExternalEventPreference {
        guard case .prefer(let preferring, let allowing) = role else { return .none }
        if ExternalEvents.match(preferring, identifier) { return .preferred }
        return ExternalEvents.match(allowing, identifier) ? .allowed : .none
    }
}

extension NSUserActivity {
    /// The address that the activity opens; nil for an activity other than browsing the web.
    fileprivate var openedURL: URL? { activityType == NSUserActivityTypeBrowsingWeb ? webpageURL : nil }
}

/// A modifier that has a part in the activities of its window.
struct ActivityModifier: BuiltInModifier {
    let role: ActivityRole

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let activities = node.graph.activities
        let participant: ActivityParticipant
        if let known = node.storage as? ActivityParticipant {
            participant = known
            participant.role = role
        } else {
            participant = ActivityParticipant(role, node)
            node.storage = participant
            activities.add(participant)
            node.onRemoval = { [weak activities, unowned participant] in activities?.remove(participant) }
        }
        switch role {
        case .advertise(let type, _): activities.setNeedsUpdate(of: type)
        // An event may wait for this view.
        case .continue, .open: activities.setNeedsUpdate()
        case .prefer: break
        }
        node.updateChild(0, content)
    }
}
