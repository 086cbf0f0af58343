import Foundation

/// A damped spring with a mass of 1, released at a distance of 1 from rest.
struct Spring {
    /// The undamped angular frequency, in radians per second.
    private let frequency: Double
    private let dampingFraction: Double

    init(response: Double, dampingFraction: Double) {
        frequency = 2 * .pi / response
        self.dampingFraction = dampingFraction
    }

    /// Returns the distance from rest after a time in seconds. It is negative while the spring is
    /// beyond its rest position.
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

    /// The seconds after which the distance from rest stays below 0.002.
    var settlingDuration: Double {
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

    /// The progress at evenly spaced times until the spring has settled, then 1. There are 60
    /// values a second, but at least 8 and at most 240 before the last one.
    var samples: [Double] {
        let duration = settlingDuration
        let count = min(max(Int(duration * 60), 8), 240)
        return (0..<count).map { 1 - distance(after: duration * Double($0) / Double(count)) } + [1]
    }
}
