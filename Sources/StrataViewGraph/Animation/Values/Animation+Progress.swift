import Foundation

// The progress of an animation, for values that the server interpolates.
extension Animation {
    /// The seconds from the change to the end of all repetitions; infinity if there is no end.
    var totalDuration: Double { wait + (repetitions ?? .infinity) * duration }

    /// Returns the progress at a time after the change, in seconds: from 0 to 1, and beyond where a
    /// spring bounces. Repetitions run as the host runs them.
    func progress(at time: Double) -> Double {
        let time = time - wait
        guard duration > 0, duration.isFinite else { return time < 0 ? 0 : 1 }
        guard time > 0 else { return curve.progress(at: 0) }
        let position = time / duration
        let count = repetitions ?? .infinity
        // The last repetition ends where it ends, not where the next one begins.
        let repetition = min(position.rounded(.down), count - 1)
        let fraction = min(position - repetition, 1)
        let isBackward = autoreverses && repetition.truncatingRemainder(dividingBy: 2) == 1
        return curve.progress(at: isBackward ? 1 - fraction : fraction)
    }
}

extension Animation.Curve {
    /// Returns the progress at a fraction of the duration.
    func progress(at fraction: Double) -> Double {
        switch self {
        case .spring(let spring): return spring.progress(at: fraction)
        case .samples(let samples):
            let position = min(max(fraction, 0), 1) * Double(samples.count - 1)
            let index = min(Int(position), samples.count - 2)
            guard index >= 0 else { return samples.last ?? 1 }
            return samples[index] + (samples[index + 1] - samples[index]) * (position - Double(index))
        case .bezier(let x1, let y1, let x2, let y2):
            if fraction <= 0 { return 0 }
            if fraction >= 1 { return 1 }
            if (x1, x2) == (y1, y2) { return fraction }
            // The parameter at which the curve has the x coordinate, by bisection: x only grows.
            var (low, high) = (0.0, 1.0)
            for _ in 0..<30 {
                let middle = (low + high) / 2
                if Self.coordinate(x1, x2, at: middle) < fraction { low = middle } else { high = middle }
            }
            return Self.coordinate(y1, y2, at: (low + high) / 2)
        }
    }

    /// Returns a coordinate of a Bézier curve from 0 to 1 with two control points.
    private static func coordinate(_ first: Double, _ second: Double, at t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * first + 3 * rest * t * t * second + t * t * t
    }
}
