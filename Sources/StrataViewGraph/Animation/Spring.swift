import Foundation

/// A damped spring.
public struct Spring: Hashable, Sendable {
    /// The undamped angular frequency, in radians per second.
    let frequency: Double
    let dampingFraction: Double
    /// The least damping of an animation, as a fraction of critical damping. An undamped spring swings
    /// forever, and an animation has to end.
    static let leastDampingOfAnimations = 0.05
    /// The mass of the weight at the end of the spring, which is 1 unless the spring was created
    /// with another one. It determines forces, and not the movement, which follows from the
    /// frequency and the damping.
    public private(set) var mass = 1.0

    init(response: Double, dampingFraction: Double, mass: Double = 1) {
        frequency = 2 * .pi / response
        // JSON has no other numbers than finite ones, and the host receives the damping.
        self.dampingFraction = dampingFraction.isFinite ? dampingFraction : 1
        self.mass = mass
    }

    /// Returns the distance from rest after a time in seconds, of a spring that is released at a
    /// distance of 1. It is negative while the spring is beyond its rest position.
    func distance(after time: Double) -> Double {
        let decay = dampingFraction * frequency
        if dampingFraction < 1 {
            let swing = frequency * (1 - dampingFraction * dampingFraction).squareRoot()
            return exp(-decay * time) * (cos(swing * time) + decay / swing * sin(swing * time))
        }
        if dampingFraction == 1 { return exp(-decay * time) * (1 + decay * time) }
        let spread = frequency * (dampingFraction * dampingFraction - 1).squareRoot()
        let (slow, fast) = (spread - decay, -spread - decay)
        return (slow * exp(fast * time) - fast * exp(slow * time)) / (slow - fast)
    }

    /// The seconds after which the distance from rest stays below 0.002, for a spring that is
    /// released at a distance of 1. A spring with almost no damping has the duration of one with the
    /// least damping of animations.
    public var settlingDuration: Double {
        let dampingFraction = max(dampingFraction, Self.leastDampingOfAnimations)
        let slowest =
            dampingFraction > 1
            ? frequency * (dampingFraction - (dampingFraction * dampingFraction - 1).squareRoot())
            : frequency * dampingFraction
        // The distance falls like exp(-slowest · t), which is solved for 0.001. At a damping of 1
        // it is (1 + slowest · t) times that, which takes about a third longer. The factor that an
        // underdamped spring has in addition is neglected.
        let envelope = -log(0.001) / slowest
        return dampingFraction >= 0.9 ? envelope * 4 / 3 : envelope
    }

    /// Returns the distance from rest after a time in seconds, of a spring that starts at rest with a
    /// speed of 1.
    func distance(afterPush time: Double) -> Double {
        let decay = dampingFraction * frequency
        if dampingFraction < 1 {
            let swing = frequency * (1 - dampingFraction * dampingFraction).squareRoot()
            return exp(-decay * time) * sin(swing * time) / swing
        }
        if dampingFraction == 1 { return exp(-decay * time) * time }
        let spread = frequency * (dampingFraction * dampingFraction - 1).squareRoot()
        return (exp((spread - decay) * time) - exp((-spread - decay) * time)) / (2 * spread)
    }

    /// Returns the progress of a spring from its release to rest, at a fraction of the time that it
    /// takes to settle. It does not depend on the frequency.
    func progress(at fraction: Double) -> Double {
        if fraction <= 0 { return 0 }
        if fraction >= 1 { return 1 }
        return 1 - distance(after: fraction * settlingDuration)
    }
}
