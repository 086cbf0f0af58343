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
}
