public import Foundation

/// A gesture of one or more taps. A tap is a click, a touch, or a press of Return or the space bar
/// while the view has the focus.
public struct TapGesture: BuiltInGesture {
    /// A tap has no value.
    public typealias Value = Void

    /// The number of taps.
    public var count: Int

    /// Creates a gesture that recognizes a number of taps.
    public init(count: Int = 1) { self.count = count }

    /// Returns a recognizer of the taps.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Void> {
        _GestureRecognizer(.tap(count: count)) { $0.phase == .ended ? .ended(()) : .unchanged }
    }
}

/// A gesture of one or more taps, with the location of the last tap.
public struct SpatialTapGesture: BuiltInGesture {
    /// The location of the last tap.
    public struct Value: Equatable, Sendable {
        /// The location in the coordinate space of the gesture.
        public var location: CGPoint
    }

    /// The number of taps.
    public var count: Int
    /// The coordinate space of the location.
    public var coordinateSpace: CoordinateSpace

    /// Creates a gesture that recognizes a number of taps.
    public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) {
        self.count = count
        self.coordinateSpace = coordinateSpace
    }

    /// Creates a gesture that recognizes a number of taps.
    public init(count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.init(count: count, coordinateSpace: coordinateSpace.coordinateSpace)
    }

    /// Returns a recognizer of the taps.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        _GestureRecognizer(.tap(count: count)) { [coordinateSpace] event in
            event.phase == .ended ? .ended(Value(location: event.location(in: coordinateSpace))) : .unchanged
        }
    }
}

/// A gesture of a press that lasts for some time without moving.
public struct LongPressGesture: BuiltInGesture {
    /// True while the view is pressed, and when the press has lasted long enough.
    public typealias Value = Bool

    /// The seconds that the press has to last.
    public var minimumDuration: Double
    /// The largest distance, in points, by which the pointer may move.
    public var maximumDistance: CGFloat

    /// Creates a gesture that recognizes a press of some seconds.
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        self.minimumDuration = minimumDuration
        self.maximumDistance = maximumDistance
    }

    /// Returns a recognizer of the press.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Bool> {
        _GestureRecognizer(.longPress(minimumDuration: minimumDuration, maximumDistance: maximumDistance)) { event in
            switch event.phase {
            case .began: .active(true)
            case .changed: .unchanged
            case .ended: .ended(true)
            case .cancelled: .failed
            }
        }
    }
}

/// A gesture of moving the pressed pointer, or a finger.
public struct DragGesture: BuiltInGesture {
    /// The progress of a drag.
    public struct Value: Equatable, Sendable {
        /// The time of the event.
        public var time: Date
        /// The location of the pointer.
        public var location: CGPoint
        /// The location of the pointer when the drag started.
        public var startLocation: CGPoint
        /// The velocity, in points per second.
        public var velocity: CGSize

        /// The distance from the start to the current location.
        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }

        /// The location at which the drag would come to rest if the user released it now: where it
        /// would be after a quarter of a second at its velocity.
        public var predictedEndLocation: CGPoint {
            CGPoint(x: location.x + velocity.width * Self.coasting, y: location.y + velocity.height * Self.coasting)
        }

        /// The distance from the start to the predicted end.
        public var predictedEndTranslation: CGSize {
            CGSize(
                width: translation.width + velocity.width * Self.coasting,
                height: translation.height + velocity.height * Self.coasting)
        }

        /// The seconds for which a released drag is assumed to continue at its velocity.
        private static let coasting = 0.25
    }

    /// The distance, in points, after which the drag begins.
    public var minimumDistance: CGFloat
    /// The coordinate space of the locations.
    public var coordinateSpace: CoordinateSpace

    /// Creates a gesture that recognizes a drag over a distance.
    public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
        self.minimumDistance = minimumDistance
        self.coordinateSpace = coordinateSpace
    }

    /// Creates a gesture that recognizes a drag over a distance.
    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.init(minimumDistance: minimumDistance, coordinateSpace: coordinateSpace.coordinateSpace)
    }

    /// Returns a recognizer of the drag.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value> {
        _GestureRecognizer(.drag(minimumDistance: minimumDistance)) { [coordinateSpace] event in
            let value = Value(
                time: Date(), location: event.location(in: coordinateSpace), startLocation: event.start(in: coordinateSpace),
                velocity: CGSize(width: event.velocityX, height: event.velocityY))
            return switch event.phase {
            case .began, .changed: .active(value)
            case .ended: .ended(value)
            case .cancelled: .failed
            }
        }
    }
}

extension GestureEvent {
    /// Returns the location in a coordinate space.
    func location(in space: CoordinateSpace) -> CGPoint {
        space.location(of: CGPoint(x: x, y: y), origin: CGPoint(x: originX, y: originY), in: spaces)
    }

    /// Returns the location at the start of the gesture in a coordinate space.
    func start(in space: CoordinateSpace) -> CGPoint {
        space.location(of: CGPoint(x: startX, y: startY), origin: CGPoint(x: originX, y: originY), in: spaces)
    }
}
