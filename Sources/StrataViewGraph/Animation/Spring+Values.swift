public import Foundation
internal import StrataTraps

extension Spring {
    // MARK: Creating

    /// Creates a spring from its perceived duration in seconds and its bounce: 0 for none, 1 for a
    /// spring without damping; a negative bounce slows down the end.
    public init(duration: TimeInterval = 0.5, bounce: Double = 0.0) {
        self.init(
            response: max(duration, 0.01),
            dampingFraction: max(bounce < 0 ? 1 / (1 + max(bounce, -0.95)) : 1 - bounce, 0))
    }

    /// Creates a spring from the period that it has without damping, in seconds, and its damping as a
    /// fraction of critical damping.
    public init(response: Double, dampingRatio: Double) {
        self.init(response: max(response, 0.01), dampingFraction: min(max(dampingRatio, 0), 20))
    }

    /// Creates a spring from its physical properties. A mass or stiffness of 0 or less traps. Unless
    /// overdamping is allowed, the damping is at most critical.
    public init(mass: Double = 1.0, stiffness: Double, damping: Double, allowOverDamping: Bool = false) {
        require(mass > 0 && stiffness > 0, "A spring's mass and stiffness must be greater than 0.")
        let ratio = damping / (2 * (stiffness * mass).squareRoot())
        let fraction = min(max(allowOverDamping ? ratio : min(ratio, 1), 0), 20)
        self.init(response: max(2 * .pi / (stiffness / mass).squareRoot(), 0.01), dampingFraction: fraction, mass: mass)
    }

    /// Creates a spring from the time after which its distance from rest stays below a fraction of
    /// the first one, and its damping as a fraction of critical damping, from 0.05 to 1.
    public init(settlingDuration: TimeInterval, dampingRatio: Double, epsilon: Double = 0.001) {
        let ratio = min(max(dampingRatio, Self.leastDampingOfAnimations), 1)
        let limit = min(max(epsilon, 1e-9), 0.5)
        // The distance is at most this multiple of exp(-decay), for the decay until then.
        let swinging = ratio < 1 ? 1 / (1 - ratio * ratio).squareRoot() : .infinity
        var (low, high) = (0.0, 60.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if min(swinging, 1 + middle) * exp(-middle) > limit { low = middle } else { high = middle }
        }
        self.init(response: 2 * .pi * ratio * max(settlingDuration, 0.01) / high, dampingRatio: ratio)
    }

    /// A spring without bounce.
    public static let smooth = Spring()
    /// A spring with a small bounce.
    public static let snappy = snappy()
    /// A spring with a visible bounce.
    public static let bouncy = bouncy()

    /// Returns a spring whose only bounce is the extra one.
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: extraBounce)
    }

    /// Returns a spring with a small bounce: 0.15, plus the extra one.
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: 0.15 + extraBounce)
    }

    /// Returns a spring with a visible bounce: 0.3, plus the extra one.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0.0) -> Spring {
        Spring(duration: duration, bounce: 0.3 + extraBounce)
    }

    // MARK: Properties

    /// The perceived duration in seconds.
    public var duration: TimeInterval { response }
    /// The bounce: 0 for none; negative if the spring is overdamped.
    public var bounce: Double { dampingFraction > 1 ? 1 / dampingFraction - 1 : 1 - dampingFraction }
    /// The period without damping, in seconds.
    public var response: Double { 2 * .pi / frequency }
    /// The damping, as a fraction of critical damping.
    public var dampingRatio: Double { dampingFraction }
    /// The force for each unit of distance.
    public var stiffness: Double { mass * frequency * frequency }
    /// The force for each unit of speed.
    public var damping: Double { mass * 2 * dampingFraction * frequency }

    // MARK: Values

    /// Returns the value at a time in seconds, on the way from zero to a target.
    public func value<V>(target: V, initialVelocity: V = .zero, time: TimeInterval) -> V where V: VectorArithmetic {
        guard time > 0 else { return .zero }
        return target - target.scaled(by: distance(after: time)) + initialVelocity.scaled(by: distance(afterPush: time))
    }

    /// Returns the velocity at a time in seconds, on the way from zero to a target.
    public func velocity<V>(target: V, initialVelocity: V = .zero, time: TimeInterval) -> V where V: VectorArithmetic {
        // With a mass of 1, the derivative of the distance after a push is the distance after a
        // release, minus the damping times itself. That of the distance after a release is
        // -stiffness times the one after a push.
        let push = distance(afterPush: time)
        return target.scaled(by: frequency * frequency * push)
            + initialVelocity.scaled(by: distance(after: time) - 2 * dampingFraction * frequency * push)
    }
}

extension Animation {
    /// Returns an animation with a spring. The blend duration is ignored.
    public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0.0) -> Animation {
        self.spring(response: spring.response, dampingFraction: spring.dampingRatio)
    }

    /// Returns an animation with a spring. The initial velocity is ignored.
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0.0) -> Animation {
        self.spring(spring)
    }
}
