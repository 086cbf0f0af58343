internal import Foundation
package import StrataUserActivity

/// The content of a new window for an item that the user drags, or for which the user opens a menu.
///
/// On an iPad, an item that is dragged to the edge of the screen opens a second window. In a
/// browser, the item is dropped on a zone at the trailing edge of the page, or "Open in New Window"
/// is chosen in its context menu.
package enum WindowOffer {
    /// An activity, which the window continues.
    case activity(UserActivityRecord)
    /// The JSON of a value, which a window of a group for its type presents.
    case value(type: Any.Type, json: String)
}

extension WindowOpener {
    /// Whether a group of windows presents values of a type.
    func presents(_ type: Any.Type) -> Bool { windows.contains { $0.valueType == type } }

    /// Whether a scene of the app names external events for which it opens a window.
    var handlesExternalEvents: Bool { windows.contains { $0.externalEvents != nil } }

    /// Returns what a new window shows for an item: its activity, or else its value; nil for
    /// neither.
    func offer(of item: DraggedItem) -> WindowOffer? {
        if let activity = item.provider.userActivity { return .activity(activity) }
        guard let type = item.valueType, presents(type), let value = item.value as? any Encodable,
            // Ignored: an item without JSON is not offered to other windows.
            let json = try? Self.json(of: value), json.utf8.count <= WindowRequest.longestValue
        else { return nil }
        return .value(type: type, json: json)
    }

    /// Opens a window for an offer. An activity goes to an open window instead that prefers it.
    func open(_ offer: WindowOffer) {
        switch offer {
        case .value(let type, let json):
            // The app's scenes may have changed since the offer was made.
            if presents(type) { open(id: nil, type: type, json: json) }
        case .activity(let record): open(record)
        }
    }

    private func open(_ record: UserActivityRecord) {
        guard let graph else { return }
        let open = app.reachableWindows(of: graph.session.identity.owner)
        switch app.destination(of: ExternalEvents.identifier(of: record), among: open, atLeast: .preferred) {
        case .open(let window):
            window.continueActivity(NSUserActivity(record))
            if window !== graph { window.request(.comeForward) }
        case .new(let scene):
            graph.request(.openActivity(scene: scene, token: app.pendingActivities.add(record, from: graph)))
        case nil:
            WarningLog.warn(
                "No scene of the app opens a window for an activity of the type '\(record.activityType)'. Add its identifier to handlesExternalEvents(matching:) of a scene."
            )
        }
    }
}
