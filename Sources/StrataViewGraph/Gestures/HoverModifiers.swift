public import Foundation

/// A report that the pointer has entered an element, moved in it, or left it.
package struct HoverEvent: ElementEvent {
    package static let name = "hover"

    /// Whether the pointer is inside the element.
    package var isInside: Bool
    /// The location in the element.
    package var x: Double
    package var y: Double
    /// The origin of the element in the window.
    package var originX: Double
    package var originY: Double

    package init(isInside: Bool, x: Double = 0, y: Double = 0, originX: Double = 0, originY: Double = 0) {
        self.isInside = isInside
        self.x = x
        self.y = y
        self.originX = originX
        self.originY = originY
    }
}

/// The phase of a pointer's movement over a view.
public enum HoverPhase: Equatable, Sendable {
    /// The pointer is at a location inside the view.
    case active(CGPoint)
    /// The pointer has left the view.
    case ended
}

/// Handles the hover events of the next element.
private struct HoverModifier: BuiltInModifier {
    /// Whether the host reports movements inside the element, too.
    let isContinuous: Bool
    let action: (HoverEvent, CoordinateSpaces) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        environment.pendingTraits.interaction.reportsHover = true
        if isContinuous { environment.pendingTraits.interaction.reportsHoverLocation = true }
        let outer = environment.pendingHandlers.others.first { $0.name == HoverEvent.name }
        let spaces = environment.coordinateSpaces
        let handler = EventHandler(HoverEvent.self) { [action] event in
            outer?.handle(event)
            action(event, CoordinateSpaces(spaces))
        }
        environment.pendingHandlers.others.removeAll { $0.name == HoverEvent.name }
        environment.pendingHandlers.others.append(handler)
        node.updateChild(0, content, environment: environment)
    }
}

/// The storage of a `HoverBoundary`: whether the pointer is inside.
@MainActor
private final class HoverState {
    var isInside = false
}

/// Calls an action when the pointer enters or leaves the next element.
private struct HoverBoundary: BuiltInModifier {
    let action: (Bool) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let state = node.storage as? HoverState ?? HoverState()
        node.storage = state
        let boundary = HoverModifier(isContinuous: false) { [action] event, _ in
            guard event.isInside != state.isInside else { return }
            state.isInside = event.isInside
            action(event.isInside)
        }
        boundary.update(node, content: content)
    }
}

extension View {
    /// Runs an action with whether the pointer is inside the view, when it enters or leaves the
    /// view.
    public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
        modified(HoverBoundary(action: action))
    }

    /// Runs an action with the location of the pointer when it enters the view, when it moves
    /// inside (at most once a frame), and when it has left.
    public func onContinuousHover(
        coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (HoverPhase) -> Void
    ) -> some View {
        let space = coordinateSpace.coordinateSpace
        return modified(
            HoverModifier(isContinuous: true) { event, spaces in
                guard event.isInside else { return action(.ended) }
                let point = CGPoint(x: event.x + event.originX, y: event.y + event.originY)
                let origin = CGPoint(x: event.originX, y: event.originY)
                action(.active(space.location(of: point, origin: origin, in: spaces)))
            })
    }
}
