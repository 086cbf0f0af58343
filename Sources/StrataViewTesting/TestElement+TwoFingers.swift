public import Foundation
public import StrataViewGraph

// Gestures of two fingers.
extension TestElement {
    /// Performs the element's gesture of moving two fingers apart or together.
    ///
    /// - Parameter scale: The factor by which the distance of the fingers grows.
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture.
    public func magnify(by scale: CGFloat) throws {
        let gestures = element.traits.interaction.gestures
        let index = gestures.firstIndex { if case .magnify = $0.primitive { true } else { false } }
        guard let index else { throw notHandled("magnified") }
        pinch(index, by: scale)
    }

    /// Performs the element's gesture of rotating two fingers.
    ///
    /// - Parameter angle: The angle by which the fingers turn, clockwise.
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture.
    public func rotate(by angle: Angle) throws {
        let gestures = element.traits.interaction.gestures
        let index = gestures.firstIndex { if case .rotate = $0.primitive { true } else { false } }
        guard let index else { throw notHandled("rotated") }
        pinch(index, by: angle.radians)
    }

    private func pinch(_ index: Int, by amount: Double) {
        for phase in [GestureEvent.Phase.began, .changed, .ended] {
            send(GestureEvent(gesture: index, phase: phase, amount: amount))
        }
        send(GestureEvent(gesture: -1, phase: .cancelled))
    }
}
