/// A request to scroll to an element.
package struct ScrollRequest: Hashable, Sendable {
    /// A number that no other request of the window has.
    package var revision: Int
    package var anchor: UnitPoint?
    /// Whether the change is animated.
    package var isAnimated: Bool
}

/// A scroll that waits for the end of an update.
struct PendingScroll {
    weak var node: ViewNode?
    let id: AnyHashable
    let request: ScrollRequest
}
