internal import StrataTraps

/// The duration and the curve of a visible change.
///
///     withAnimation(.snappy) {
///         context.delete(quake)
///         try? context.save()
///     }
///
/// A spring never comes to rest exactly; its duration is the time until the remaining distance is
/// too small to see.
public struct Animation: Hashable, Sendable {
    /// The progress of an animation from 0 to 1, as a function of time.
    package enum Curve: Hashable, Sendable {
        /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
        case bezier(Double, Double, Double, Double)
        /// The progress at evenly spaced times, from the start to the end.
        case samples([Double])
    }

    package let curve: Curve
    /// Seconds, without the delay.
    package private(set) var duration: Double
    /// Seconds before the animation begins.
    package private(set) var wait = 0.0
    /// The number of times that the animation runs; nil for no end.
    package private(set) var repetitions: Double? = 1
    /// Whether every second repetition runs backward.
    package private(set) var autoreverses = false

    private init(_ curve: Curve, duration: Double) {
        self.curve = curve
        self.duration = max(duration, 0)
    }

    // MARK: Curves

    /// A spring without bounce, over half a second.
    public static let `default` = Animation.smooth

    /// A constant speed, over 0.35 seconds.
    public static let linear = linear(duration: standardDuration)

    /// Returns a constant speed over a duration in seconds.
    public static func linear(duration: Double) -> Animation { timingCurve(0, 0, 1, 1, duration: duration) }

    /// A slow start, over 0.35 seconds.
    public static let easeIn = easeIn(duration: standardDuration)

    /// Returns a slow start over a duration in seconds.
    public static func easeIn(duration: Double) -> Animation { timingCurve(0.42, 0, 1, 1, duration: duration) }

    /// A slow end, over 0.35 seconds.
    public static let easeOut = easeOut(duration: standardDuration)

    /// Returns a slow end over a duration in seconds.
    public static func easeOut(duration: Double) -> Animation { timingCurve(0, 0, 0.58, 1, duration: duration) }

    /// A slow start and end, over 0.35 seconds.
    public static let easeInOut = easeInOut(duration: standardDuration)

    /// Returns a slow start and end over a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { timingCurve(0.42, 0, 0.58, 1, duration: duration) }

    /// Returns a cubic Bézier curve with two control points, whose x coordinates are limited to 0
    /// through 1.
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
    ) -> Animation {
        Animation(.bezier(min(max(p1x, 0), 1), p1y, min(max(p2x, 0), 1), p2y), duration: duration)
    }

    /// The default duration of a curve on Apple's platforms, in seconds.
    private static let standardDuration = 0.35

    // MARK: Springs

    /// A spring without bounce, over half a second.
    public static let smooth = smooth()

    /// Returns a spring without bounce but the extra one.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a small bounce, over half a second.
    public static let snappy = snappy()

    /// Returns a spring with a small bounce, of 0.15 and the extra one.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// A spring with a visible bounce, over half a second.
    public static let bouncy = bouncy()

    /// Returns a spring with a visible bounce, of 0.3 and the extra one.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    /// A spring without bounce, over half a second.
    public static let spring = spring()

    /// Returns a spring by its appearance.
    ///
    /// - Parameters:
    ///   - duration: The seconds that it seems to take.
    ///   - bounce: From 0, none, toward 1, endless; a negative one slows down the end.
    ///   - blendDuration: Ignored.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
        spring(response: duration, dampingFraction: bounce < 0 ? 1 / (1 + max(bounce, -0.95)) : 1 - bounce)
    }

    /// Returns a spring by its physics.
    ///
    /// - Parameters:
    ///   - response: Its stiffness, as the seconds that one swing takes without damping.
    ///   - dampingFraction: 1 is the least damping without a bounce.
    ///   - blendDuration: Ignored.
    public static func spring(response: Double, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation {
        let spring = Spring(response: max(response, 0.01), dampingFraction: min(max(dampingFraction, 0.05), 20))
        return Animation(.samples(spring.samples), duration: spring.settlingDuration)
    }

    /// Returns a spring for changes that follow a gesture, by its physics.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }

    /// A spring for changes that follow a gesture.
    public static let interactiveSpring = interactiveSpring()

    /// Returns a spring by the properties of the weight that hangs from it.
    ///
    /// - Parameters:
    ///   - mass: The mass of the weight.
    ///   - stiffness: The force of the spring over a distance.
    ///   - damping: The force that slows the weight down at a speed.
    ///   - initialVelocity: Ignored.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        require(mass > 0 && stiffness > 0, "A spring's mass and stiffness are more than 0.")
        let frequency = (stiffness / mass).squareRoot()
        return spring(response: 2 * .pi / frequency, dampingFraction: damping / (2 * (stiffness * mass).squareRoot()))
    }

    /// Returns a spring by its appearance; the same as `spring(duration:bounce:)`.
    public static func interpolatingSpring(
        duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation {
        spring(duration: duration, bounce: bounce)
    }

    // MARK: Other times

    /// Returns the animation, begun some seconds later.
    public func delay(_ delay: Double) -> Animation {
        var animation = self
        animation.wait += delay
        return animation
    }

    /// Returns the animation at a speed: twice as fast, delay included, at 2.
    ///
    /// Traps unless the speed is greater than 0.
    public func speed(_ speed: Double) -> Animation {
        require(speed > 0, "An animation's speed is more than 0; this one is \(speed).")
        var animation = self
        animation.duration /= speed
        animation.wait /= speed
        return animation
    }

    // MARK: Repetitions

    /// Returns the animation, repeated a number of times. Unless `autoreverses` is false, every
    /// second repetition runs backward.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        var animation = self
        animation.repetitions = Double(max(repeatCount, 1))
        animation.autoreverses = autoreverses
        return animation
    }

    /// Returns the animation, repeated without an end. Unless `autoreverses` is false, every second
    /// repetition runs backward.
    ///
    /// Changes of an element's appearance are repeated. Insertions, removals and moves are animated
    /// once.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        var animation = self
        animation.repetitions = nil
        animation.autoreverses = autoreverses
        return animation
    }
}
