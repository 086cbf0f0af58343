internal import Traps

/// How a change of what a view shows goes on over time: how long it takes, and along which curve.
///
///     withAnimation(.snappy) {
///         context.delete(quake)
///         try? context.save()
///     }
///
/// Springs have no end; theirs is where what is left of the way cannot be seen.
public struct Animation: Hashable, Sendable {
    /// The way from 0 to 1, by the time.
    package enum Curve: Hashable, Sendable {
        /// A cubic Bézier curve from (0, 0) to (1, 1), as CSS has it.
        case bezier(Double, Double, Double, Double)
        /// The share of the way gone at moments evenly spread over the duration, the first and the last among them.
        case samples([Double])
    }

    package let curve: Curve
    /// Seconds, without the delay.
    package private(set) var duration: Double
    /// Seconds before it begins.
    package private(set) var wait = 0.0

    private init(_ curve: Curve, duration: Double) {
        self.curve = curve
        self.duration = max(duration, 0)
    }

    // MARK: Curves

    /// A spring without bounce, half a second long.
    public static let `default` = Animation.smooth

    public static let linear = linear(duration: standardDuration)
    public static func linear(duration: Double) -> Animation { timingCurve(0, 0, 1, 1, duration: duration) }

    public static let easeIn = easeIn(duration: standardDuration)
    public static func easeIn(duration: Double) -> Animation { timingCurve(0.42, 0, 1, 1, duration: duration) }

    public static let easeOut = easeOut(duration: standardDuration)
    public static func easeOut(duration: Double) -> Animation { timingCurve(0, 0, 0.58, 1, duration: duration) }

    public static let easeInOut = easeInOut(duration: standardDuration)
    public static func easeInOut(duration: Double) -> Animation { timingCurve(0.42, 0, 0.58, 1, duration: duration) }

    /// A cubic Bézier curve with these two control points.
    public static func timingCurve(
        _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: Double = 0.35
    ) -> Animation {
        Animation(.bezier(min(max(p1x, 0), 1), p1y, min(max(p2x, 0), 1), p2y), duration: duration)
    }

    /// What a curve takes where nobody says how long, as on Apple's platforms.
    private static let standardDuration = 0.35

    // MARK: Springs

    public static let smooth = smooth()
    /// A spring without bounce.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: extraBounce)
    }

    public static let snappy = snappy()
    /// A spring with a small bounce.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    public static let bouncy = bouncy()
    /// A spring with a bounce that is seen.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation {
        spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    public static let spring = spring()

    /// A spring by how it looks.
    ///
    /// - Parameters:
    ///   - duration: seconds that it seems to take.
    ///   - bounce: from 0, none, to 1, for ever; below 0 it is slower at the end.
    public static func spring(duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Animation {
        spring(response: duration, dampingFraction: bounce < 0 ? 1 / (1 + max(bounce, -0.95)) : 1 - bounce)
    }

    /// A spring by its stiffness, told as the seconds of a swing without damping, and its damping, 1 where it just does not bounce.
    public static func spring(response: Double, dampingFraction: Double = 0.825, blendDuration: Double = 0) -> Animation {
        let spring = Spring(response: max(response, 0.01), dampingFraction: min(max(dampingFraction, 0.05), 20))
        return Animation(.samples(spring.samples), duration: spring.settlingDuration)
    }

    // MARK: Other times

    /// Begins later, by seconds.
    public func delay(_ delay: Double) -> Animation {
        var animation = self
        animation.wait += delay
        return animation
    }

    /// Takes a part of the time: half of it at a speed of 2.
    public func speed(_ speed: Double) -> Animation {
        require(speed > 0, "An animation's speed is more than 0; this one is \(speed).")
        var animation = self
        animation.duration /= speed
        animation.wait /= speed
        return animation
    }
}
