/// A gesture that a host recognizes. All gestures are composed of primitives.
package enum GesturePrimitive: Hashable, Sendable {
    /// A number of taps.
    case tap(count: Int)
    /// A press that lasts for some seconds and moves by at most a distance in points.
    case longPress(minimumDuration: Double, maximumDistance: Double)
    /// A movement of the pressed pointer by at least a distance in points.
    case drag(minimumDistance: Double)
    /// A change of the distance between two fingers by at least a part of it.
    case magnify(minimumScaleDelta: Double)
    /// A rotation of two fingers by at least an angle in radians.
    case rotate(minimumRadians: Double)
    /// One of the others, while modifier keys are held down. It is never nested.
    indirect case modified(GesturePrimitive, EventModifiers)

    /// The primitive without its modifier keys.
    package var base: GesturePrimitive { if case .modified(let base, _) = self { base } else { self } }

    /// The modifier keys that have to be held down.
    package var modifiers: EventModifiers { if case .modified(_, let modifiers) = self { modifiers } else { [] } }
}

/// The precedence of a gesture over those of other views.
package enum GesturePrecedence: Hashable, Sendable {
    /// Gestures of inner views take precedence.
    case normal
    /// The gesture takes precedence over those of inner views.
    case high
    /// The gesture is recognized in addition to others.
    case simultaneous
}

/// A gesture that an element recognizes.
package struct RecognizedGesture: Hashable, Sendable {
    package let primitive: GesturePrimitive
    package let precedence: GesturePrecedence
    /// The position of the gesture among those that modifiers have added to the element. The
    /// primitives of a composed gesture have the same.
    package var group = 0
}

/// A report of a host about the progress of a primitive.
package struct GestureEvent: ElementEvent {
    package static let name = "gesture"

    /// A phase of a primitive.
    package enum Phase: String, Codable, Sendable {
        /// The press of a long press, or a movement, has begun.
        case began
        /// The pointer or the fingers have moved.
        case changed
        /// The primitive was recognized.
        case ended
        /// The primitive was not recognized. With the index −1, all gestures of the element are
        /// over.
        case cancelled
    }

    /// The index of the primitive among those of the element, or −1 for all gestures.
    package var gesture: Int
    package var phase: Phase
    /// The location of the pointer in the window.
    package var x: Double
    package var y: Double
    /// The location in the window at which the gesture started.
    package var startX: Double
    package var startY: Double
    /// The origin of the element in the window.
    package var originX: Double
    package var originY: Double
    /// The velocity, in points per second. In the events of two fingers, `velocityX` is the change
    /// of the amount per second.
    package var velocityX: Double
    package var velocityY: Double
    /// The magnification or the clockwise rotation, in radians, by two fingers.
    package var amount: Double
    /// The size of the element.
    package var width: Double
    package var height: Double
    /// The named coordinate spaces around the view with the gesture. The host does not know them.
    package var spaces = CoordinateSpaces()

    private enum CodingKeys: CodingKey {
        case gesture, phase, x, y, startX, startY, originX, originY, velocityX, velocityY, amount, width, height
    }

    package init(
        gesture: Int = 0, phase: Phase = .ended, x: Double = 0, y: Double = 0, startX: Double = 0, startY: Double = 0,
        originX: Double = 0, originY: Double = 0, velocityX: Double = 0, velocityY: Double = 0, amount: Double = 0,
        width: Double = 0, height: Double = 0
    ) {
        self.gesture = gesture
        self.phase = phase
        self.x = x
        self.y = y
        self.startX = startX
        self.startY = startY
        self.originX = originX
        self.originY = originY
        self.velocityX = velocityX
        self.velocityY = velocityY
        self.amount = amount
        self.width = width
        self.height = height
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double {
            let number = try values.decode(Double.self, forKey: key)
            return number.isFinite ? min(max(number, -1e6), 1e6) : 0
        }
        gesture = try values.decode(Int.self, forKey: .gesture)
        phase = try values.decode(Phase.self, forKey: .phase)
        x = try number(.x)
        y = try number(.y)
        startX = try number(.startX)
        startY = try number(.startY)
        originX = try number(.originX)
        originY = try number(.originY)
        velocityX = try number(.velocityX)
        velocityY = try number(.velocityY)
        // Only events of two fingers have these.
        amount = values.contains(.amount) ? try number(.amount) : 0
        width = values.contains(.width) ? try number(.width) : 0
        height = values.contains(.height) ? try number(.height) : 0
    }
}
