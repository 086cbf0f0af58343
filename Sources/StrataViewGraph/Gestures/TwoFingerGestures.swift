public import Foundation

/// A gesture of moving two fingers apart or together on a touch screen, or a pinch on a trackpad.
public struct MagnifyGesture: BuiltInGesture {
    /// The progress of a magnification.
    public struct Value: Equatable, Sendable {
        /// The time of the event.
        public var time: Date
        /// The factor by which the distance between the fingers has grown.
        public var magnification: CGFloat
        /// The change of the magnification per second.
        public var velocity: CGFloat
        /// The position between the fingers at the start, as a fraction of the view's size.
        public var startAnchor: UnitPoint
        /// The location between the fingers at the start, in the view.
        public var startLocation: CGPoint
    }

    /// The change of the magnification after which the gesture begins.
    public var minimumScaleDelta: CGFloat

    /// Creates a gesture that recognizes a magnification.
    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }

    /// Returns a recognizer of the magnification.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        .movement(.magnify(minimumScaleDelta: minimumScaleDelta)) { event in
            Value(
                time: Date(), magnification: max(event.amount, 0), velocity: event.velocityX, startAnchor: event.startAnchor,
                startLocation: event.start(in: .local))
        }
    }
}

/// A gesture of rotating two fingers on a touch screen.
public struct RotateGesture: BuiltInGesture {
    /// The progress of a rotation.
    public struct Value: Equatable, Sendable {
        /// The time of the event.
        public var time: Date
        /// The angle by which the fingers have turned, clockwise.
        public var rotation: Angle
        /// The change of the angle per second.
        public var velocity: Angle
        /// The position between the fingers at the start, as a fraction of the view's size.
        public var startAnchor: UnitPoint
        /// The location between the fingers at the start, in the view.
        public var startLocation: CGPoint
    }

    /// The angle after which the gesture begins.
    public var minimumAngleDelta: Angle

    /// Creates a gesture that recognizes a rotation.
    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }

    /// Returns a recognizer of the rotation.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        .movement(.rotate(minimumRadians: minimumAngleDelta.radians)) { event in
            Value(
                time: Date(), rotation: .radians(event.amount), velocity: .radians(event.velocityX),
                startAnchor: event.startAnchor, startLocation: event.start(in: .local))
        }
    }
}

/// A gesture of moving two fingers apart or together, with the magnification as its value.
@available(*, deprecated, renamed: "MagnifyGesture")
public struct MagnificationGesture: BuiltInGesture {
    /// The change of the magnification after which the gesture begins.
    public var minimumScaleDelta: CGFloat

    /// Creates a gesture that recognizes a magnification.
    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }

    /// Returns a recognizer of the magnification.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<CGFloat> {
        .movement(.magnify(minimumScaleDelta: minimumScaleDelta)) { max($0.amount, 0) }
    }
}

/// A gesture of rotating two fingers, with the angle as its value.
@available(*, deprecated, renamed: "RotateGesture")
public struct RotationGesture: BuiltInGesture {
    /// The angle after which the gesture begins.
    public var minimumAngleDelta: Angle

    /// Creates a gesture that recognizes a rotation.
    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }

    /// Returns a recognizer of the rotation.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Angle> {
        .movement(.rotate(minimumRadians: minimumAngleDelta.radians)) { .radians($0.amount) }
    }
}

extension _GestureRecognizer {
    /// Returns a recognizer of a movement of two fingers, whose value is computed from each event.
    fileprivate static func movement(
        _ primitive: GesturePrimitive, value: @escaping @MainActor (GestureEvent) -> Value
    ) -> _GestureRecognizer {
        _GestureRecognizer(primitive) { event in
            switch event.phase {
            case .began, .changed: .active(value(event))
            case .ended: .ended(value(event))
            case .cancelled: .failed
            }
        }
    }
}

extension GestureEvent {
    /// The position at the start of the gesture, as a fraction of the element's size.
    fileprivate var startAnchor: UnitPoint {
        guard width > 0, height > 0 else { return .center }
        return UnitPoint(x: (startX - originX) / width, y: (startY - originY) / height)
    }
}
