import Foundation

/// A weight of 1 on a damped spring, let go at a distance of 1 from where it rests.
struct Spring {
    /// Swings a second without damping, times 2π.
    private let frequency: Double
    private let dampingFraction: Double

    init(response: Double, dampingFraction: Double) {
        frequency = 2 * .pi / response
        self.dampingFraction = dampingFraction
    }

    /// How far from rest it is after some seconds.
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

    /// Seconds until a thousandth of the way is left, and never more again.
    var settlingDuration: Double {
        let slowest =
            dampingFraction > 1
            ? frequency * (dampingFraction - (dampingFraction * dampingFraction - 1).squareRoot())
            : frequency * dampingFraction
        // The envelope is exp(-slowest · t), and at the damping of 1, where it is (1 + slowest · t) times that, a third more.
        let envelope = -log(0.001) / slowest
        return dampingFraction >= 0.9 ? envelope * 4 / 3 : envelope
    }

    /// The way gone at moments evenly spread over the settling duration, 60 a second; the last is 1.
    var samples: [Double] {
        let duration = settlingDuration
        let count = min(max(Int(duration * 60), 8), 240)
        return (0..<count).map { 1 - distance(after: duration * Double($0) / Double(count)) } + [1]
    }
}
