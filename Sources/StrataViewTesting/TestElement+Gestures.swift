public import Foundation
public import StrataViewGraph

// Gestures of one finger or two.
extension TestElement {
    /// Performs the element's long press gesture, without waiting for its duration.
    ///
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture, or is not hittable.
    public func longPress() throws {
        let index = try gesture("pressed for long") { if case .longPress = $0 { true } else { false } }
        send(GestureEvent(gesture: index, phase: .began))
        send(GestureEvent(gesture: index, phase: .ended))
        send(GestureEvent(gesture: -1, phase: .cancelled))
    }

    /// Performs the element's drag gesture over a distance.
    ///
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture, is not hittable, or if the
    ///   distance is shorter than the gesture's minimum.
    public func drag(by distance: CGSize) throws {
        let index = try gesture("dragged") { if case .drag = $0 { true } else { false } }
        if case .drag(let minimum) = element.traits.interaction.gestures[index].primitive,
            hypot(distance.width, distance.height) < minimum
        {
            throw ActionNotHandled(description: "“\(label)” begins a drag after \(minimum) points, and not earlier.")
        }
        send(GestureEvent(gesture: index, phase: .began))
        send(GestureEvent(gesture: index, phase: .changed, x: distance.width, y: distance.height))
        send(GestureEvent(gesture: index, phase: .ended, x: distance.width, y: distance.height))
        send(GestureEvent(gesture: -1, phase: .cancelled))
    }

    /// Performs the element's gesture of moving two fingers apart or together.
    ///
    /// - Parameter scale: The factor by which the distance of the fingers grows.
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture, or is not hittable.
    public func magnify(by scale: CGFloat) throws {
        let index = try gesture("magnified") { if case .magnify = $0 { true } else { false } }
        pinch(index, by: scale)
    }

    /// Performs the element's gesture of rotating two fingers.
    ///
    /// - Parameter angle: The angle by which the fingers turn, clockwise.
    /// - Throws: ``ActionNotHandled`` if the element has no such gesture, or is not hittable.
    public func rotate(by angle: Angle) throws {
        let index = try gesture("rotated") { if case .rotate = $0 { true } else { false } }
        pinch(index, by: angle.radians)
    }

    private func pinch(_ index: Int, by amount: Double) {
        for phase in [GestureEvent.Phase.began, .changed, .ended] {
            send(GestureEvent(gesture: index, phase: phase, amount: amount))
        }
        send(GestureEvent(gesture: -1, phase: .cancelled))
    }

    /// Returns the index of the element's first gesture of a kind.
    private func gesture(_ action: String, _ isOfKind: (GesturePrimitive) -> Bool) throws -> Int {
        guard let index = element.traits.interaction.gestures.firstIndex(where: { isOfKind($0.primitive) }) else {
            throw notHandled(action)
        }
        try requireHits(action)
        return index
    }
}
