internal import Foundation
package import StrataUserActivity

/// The degree to which a window wants an external event.
package enum ExternalEventPreference: Int, Comparable, Sendable {
    /// It does not want the event.
    case none
    /// It handles the event if no other window prefers to.
    case allowed
    /// It prefers to handle the event.
    case preferred

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The rules by which external events, which are activities and URLs, find a window.
package enum ExternalEvents {
    /// Returns the identifier that conditions are compared with.
    package static func identifier(of record: UserActivityRecord) -> String {
        record.targetContentIdentifier ?? record.webpageURL?.absoluteString ?? ""
    }

    /// Returns whether an identifier contains one of some strings, without regard to case and
    /// diacritics. The string `*` matches each identifier, and an empty one none.
    static func match(_ conditions: Set<String>, _ identifier: String) -> Bool {
        conditions.contains { condition in
            condition == "*"
                || !condition.isEmpty
                    && identifier.range(of: condition, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }
}

/// The window for an external event.
@MainActor
package enum ExternalEventDestination {
    /// A window that is open.
    case open(WindowGraph)
    /// A new window of the scene with a name; nil for the app's first scene.
    case new(scene: String?)
}

extension AppInstance {
    /// Returns the window for the external event with an identifier: an open one that prefers it, or
    /// else an open one that allows it, or else a new window of the first scene whose conditions match,
    /// or else one of the first scene without conditions. Returns nil if there is none of these.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, as ``ExternalEvents/identifier(of:)`` returns it, or a URL.
    ///   - windows: The open windows that may get the event: those of one person.
    ///   - least: The least preference of an open window that gets the event.
    package func destination(
        of identifier: String, among windows: [WindowGraph], atLeast least: ExternalEventPreference = .allowed
    ) -> ExternalEventDestination? {
        let preferences = windows.map { ($0, $0.activities.preference(for: identifier)) }
        for wanted in [ExternalEventPreference.preferred, .allowed] where wanted >= least {
            if let (window, _) = preferences.first(where: { $0.1 == wanted }) { return .open(window) }
        }
        let scenes = list.value.windows.filter { $0.kind != .settings }
        let scene =
            scenes.first { $0.externalEvents.map { ExternalEvents.match($0, identifier) } ?? false }
            ?? scenes.first { $0.externalEvents == nil }
        return scene.map { .new(scene: $0.name) }
    }
}

extension Scene {
    /// Sets the external events for which a new window of the scene is opened, if no open window
    /// handles them.
    ///
    /// - Parameter conditions: Strings that the event's identifier contains: an activity's
    ///   `targetContentIdentifier` or else `webpageURL`, or a URL. The string `*` matches each event.
    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
        changingWindows { if $0.externalEvents == nil { $0.externalEvents = conditions } }
    }
}
