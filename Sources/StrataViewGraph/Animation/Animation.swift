internal import StrataTraps

/// The duration and the timing curve of a visible change.
///
///     withAnimation(.snappy) {
///         context.delete(quake)
///         try? context.save()
///     }
///
/// A spring comes to rest only approximately. The duration that one is created with is the
/// perceived one; it runs longer, until the remaining distance is too small to see.
public struct Animation: Hashable, Sendable {
    /// The progress of an animation from 0 to 1, as a function of time.
    package enum Curve: Hashable, Sendable {
        /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS.
        case bezier(Double, Double, Double, Double)
        /// The progress of a spring from its release until it has settled.
        case spring(Spring)
        /// The progress at evenly spaced times, from the start to the end.
        case samples([Double])
    }

    package let curve: Curve
    /// The seconds that one repetition takes, without the delay.
    package private(set) var duration: Double
    /// The seconds after which one repetition is logically complete, although it may still move
    /// slightly.
    private var perceivedDuration: Double
    /// The seconds after which the animation is logically complete in any case.
    private var logicalLimit = Double.infinity
    /// The delay before the animation begins, in seconds.
    package private(set) var wait = 0.0
    /// The number of times that the animation runs; nil to repeat it forever.
    package private(set) var repetitions: Double? = 1
    /// Whether every second repetition runs backward.
    package private(set) var autoreverses = false

    init(_ curve: Curve, duration: Double, perceivedDuration: Double? = nil) {
        self.curve = curve
        self.duration = max(duration, 0)
        self.perceivedDuration = min(perceivedDuration ?? self.duration, self.duration)
    }

    /// The seconds from the change to the logical end of the last repetition; infinity if there is
    /// none.
    var logicalDuration: Double { min(wait + ((repetitions ?? .infinity) - 1) * duration + perceivedDuration, logicalLimit) }

    // MARK: Curves

    /// A spring without bounce, with a perceived duration of half a second.
    public static let `default` = Animation.smooth

    /// A linear curve of 0.35 seconds: the speed is constant.
    public static let linear = linear(duration: standardDuration)

    /// Returns a linear curve with a duration in seconds.
    public static func linear(duration: Double) -> Animation { timingCurve(0, 0, 1, 1, duration: duration) }

    /// A curve of 0.35 seconds that starts slowly.
    public static let easeIn = easeIn(duration: standardDuration)

    /// Returns a curve that starts slowly, with a duration in seconds.
    public static func easeIn(duration: Double) -> Animation { timingCurve(0.42, 0, 1, 1, duration: duration) }

    /// A curve of 0.35 seconds that ends slowly.
    public static let easeOut = easeOut(duration: standardDuration)

    /// Returns a curve that ends slowly, with a duration in seconds.
    public static func easeOut(duration: Double) -> Animation { timingCurve(0, 0, 0.58, 1, duration: duration) }

    /// A curve of 0.35 seconds that starts and ends slowly.
    public static let easeInOut = easeInOut(duration: standardDuration)

    /// Returns a curve that starts and ends slowly, with a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { timingCurve(0.42, 0, 0.58, 1, duration: duration) }

    /// Returns a cubic Bézier curve from (0, 0) to (1, 1) with two control points. Their x
    /// coordinates are clamped to 0 through 1.
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
    ) -> Animation {
        Animation(.bezier(min(max(p1x, 0), 1), p1y, min(max(p2x, 0), 1), p2y), duration: duration)
    }

    /// The default duration of a curve in seconds, as on Apple's platforms.
    private static let standardDuration = 0.35

    // MARK: Springs

    /// A spring without bounce, with a perceived duration of half a second.
    public static let smooth = smooth()

    /// Returns a spring whose only bounce is the extra one.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: extraBounce)
    }

    /// A spring with a small bounce, with a perceived duration of half a second.
    public static let snappy = snappy()

    /// Returns a spring with a small bounce: 0.15, plus the extra one.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// A spring with a visible bounce, with a perceived duration of half a second.
    public static let bouncy = bouncy()

    /// Returns a spring with a visible bounce: 0.3, plus the extra one.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    /// A spring without bounce, with a perceived duration of half a second.
    public static let spring = spring()

    /// Returns a spring from its perceived duration and bounce.
    ///
    /// - Parameters:
    ///   - duration: The perceived duration, in seconds.
    ///   - bounce: The bounce: 0 for none, up to 0.95; larger values count as 0.95. A negative
    ///     bounce slows down the end.
    ///   - blendDuration: Ignored.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
        spring(response: duration, dampingFraction: bounce < 0 ? 1 / (1 + max(bounce, -0.95)) : 1 - bounce)
    }

    /// Returns a spring from its period and damping.
    ///
    /// - Parameters:
    ///   - response: The period of the spring without damping, in seconds: a short one for a stiff
    ///     spring.
    ///   - dampingFraction: The damping, as a fraction of critical damping. A spring with a
    ///     fraction below 1 bounces.
    ///   - blendDuration: Ignored.
    @_disfavoredOverload
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation {
        let damping = max(dampingFraction, Spring.leastDampingOfAnimations)
        let spring = Spring(response: max(response, 0.01), dampingFraction: min(damping, 20))
        return Animation(.spring(spring), duration: spring.settlingDuration, perceivedDuration: spring.response)
    }

    /// Returns a spring for changes that follow a gesture, from its period and damping. The blend
    /// duration is ignored.
    @_disfavoredOverload
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation {
        spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
    }

    /// Returns a spring for changes that follow a gesture, from its perceived duration and its
    /// bounce: 0.14, plus the extra one. The blend duration is ignored.
    public static func interactiveSpring(
        duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Animation {
        spring(duration: duration, bounce: 0.14 + extraBounce)
    }

    /// A spring for changes that follow a gesture.
    public static let interactiveSpring = interactiveSpring()

    /// Returns a spring from its physical properties. A mass or stiffness of 0 or less traps.
    ///
    /// - Parameters:
    ///   - mass: The mass of the weight at the end of the spring.
    ///   - stiffness: The force of the spring for each unit of distance.
    ///   - damping: The force that slows down the weight, for each unit of speed.
    ///   - initialVelocity: Ignored.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation {
        require(mass > 0 && stiffness > 0, "A spring's mass and stiffness must be greater than 0.")
        let frequency = (stiffness / mass).squareRoot()
        return spring(response: 2 * .pi / frequency, dampingFraction: damping / (2 * (stiffness * mass).squareRoot()))
    }

    /// A spring without bounce, with a perceived duration of half a second.
    public static let interpolatingSpring = interpolatingSpring()

    /// Returns a spring from its perceived duration and bounce; the same as
    /// `spring(duration:bounce:)`. The initial velocity is ignored.
    public static func interpolatingSpring(
        duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Animation {
        spring(duration: duration, bounce: bounce)
    }

    // MARK: Delay and speed

    /// Returns the animation with a delay in seconds, in addition to one that it has.
    public func delay(_ delay: Double) -> Animation {
        var animation = self
        animation.wait += delay
        animation.logicalLimit += delay
        return animation
    }

    /// Returns the animation with its duration and its delay divided by a speed: twice as fast for
    /// 2.
    ///
    /// A speed of 0 or less traps.
    public func speed(_ speed: Double) -> Animation {
        require(speed > 0, "An animation's speed must be greater than 0; this one is \(speed).")
        var animation = self
        animation.duration /= speed
        animation.perceivedDuration /= speed
        animation.wait /= speed
        animation.logicalLimit /= speed
        return animation
    }

    /// Returns the animation, which is logically complete after a duration in seconds, unless it is
    /// earlier. It does not run longer or shorter.
    public func logicallyComplete(after duration: Double) -> Animation {
        var animation = self
        animation.logicalLimit = min(logicalLimit, max(duration, 0))
        return animation
    }

    // MARK: Repetitions

    /// Returns the animation, repeated a number of times, at least once. Unless `autoreverses` is
    /// false, every second repetition runs backward.
    ///
    /// Only changes of an element's appearance are repeated. Insertions, removals and moves are
    /// animated once.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Animation {
        var animation = self
        animation.repetitions = Double(max(repeatCount, 1))
        animation.autoreverses = autoreverses
        return animation
    }

    /// Returns the animation, repeated forever. Unless `autoreverses` is false, every second
    /// repetition runs backward.
    ///
    /// Only changes of an element's appearance are repeated. Insertions, removals and moves are
    /// animated once.
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        var animation = self
        animation.repetitions = nil
        animation.autoreverses = autoreverses
        return animation
    }
}
