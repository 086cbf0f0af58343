public import Foundation

// The movement of an app's own values, step by step or between two values.
extension Spring {
    /// Moves a value and its velocity toward a target, by a time step in seconds.
    public func update<V>(value: inout V, velocity: inout V, target: V, deltaTime: TimeInterval) where V: VectorArithmetic {
        let way = target - value
        let moved = self.value(target: way, initialVelocity: velocity, time: deltaTime)
        velocity = self.velocity(target: way, initialVelocity: velocity, time: max(deltaTime, 0))
        value += moved
    }

    /// Returns the force on a weight at a position with a velocity.
    public func force<V>(target: V, position: V, velocity: V) -> V where V: VectorArithmetic {
        (target - position).scaled(by: stiffness) - velocity.scaled(by: damping)
    }

    /// Returns the value at a time in seconds, on the way from one value to another.
    public func value<V>(fromValue: V, toValue: V, initialVelocity: V, time: TimeInterval) -> V where V: Animatable {
        var value = fromValue
        let way = toValue.animatableData - fromValue.animatableData
        value.animatableData += self.value(target: way, initialVelocity: initialVelocity.animatableData, time: time)
        return value
    }

    /// Returns the velocity at a time in seconds, on the way from one value to another.
    public func velocity<V>(fromValue: V, toValue: V, initialVelocity: V, time: TimeInterval) -> V where V: Animatable {
        var velocity = fromValue
        let way = toValue.animatableData - fromValue.animatableData
        velocity.animatableData = self.velocity(target: way, initialVelocity: initialVelocity.animatableData, time: time)
        return velocity
    }

    /// Returns the force on a weight at a position with a velocity, on the way from one value to
    /// another.
    public func force<V>(fromValue: V, toValue: V, position: V, velocity: V) -> V where V: Animatable {
        var force = fromValue
        force.animatableData = self.force(
            target: toValue.animatableData, position: position.animatableData, velocity: velocity.animatableData)
        return force
    }
}

extension Spring {
    /// Returns the estimated seconds after which the distance from a target stays below a threshold,
    /// on the way from zero with an initial velocity. A spring with almost no damping has the duration
    /// of one with the least damping of animations.
    public func settlingDuration<V>(
        target: V, initialVelocity: V = .zero, epsilon: Double
    ) -> TimeInterval where V: VectorArithmetic {
        let limit = max(epsilon, 1e-12)
        let dampingFraction = max(dampingFraction, Self.leastDampingOfAnimations)
        let decay = dampingFraction * frequency
        // The distance is at most (sum + slope · t) · exp(-rate · t), by the two terms of which a
        // movement consists.
        let push = target.scaled(by: decay) - initialVelocity
        let start = target.magnitudeSquared.squareRoot()
        var (sum, slope, rate) = (start, 0.0, decay)
        if dampingFraction < 1 {
            let swing = frequency * (1 - dampingFraction * dampingFraction).squareRoot()
            sum = (target.magnitudeSquared + push.magnitudeSquared / (swing * swing)).squareRoot()
        } else if dampingFraction == 1 {
            slope = push.magnitudeSquared.squareRoot()
        } else {
            let spread = frequency * (dampingFraction * dampingFraction - 1).squareRoot()
            rate = decay - spread
            sum = start + push.magnitudeSquared.squareRoot() / spread
        }
        func bound(_ time: Double) -> Double { (sum + slope * time) * exp(-rate * time) }
        // The bound may grow until 1 / rate, and falls after that.
        var (low, high) = (0.0, 1 / rate)
        while bound(high) > limit { (low, high) = (high, high * 2) }
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if bound(middle) > limit { low = middle } else { high = middle }
        }
        return high
    }
}
