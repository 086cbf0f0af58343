/// The values of one track of keyframes over time.
public struct _KeyframeCurve<Value: Animatable> {
    /// The way from one value to the next.
    enum Segment {
        case linear(UnitCurve)
        case cubic(start: Data?, end: Data?)
        case spring(Spring, start: Data?)
        case move
    }

    typealias Data = Value.AnimatableData

    private struct Step {
        let segment: Segment
        let from: Data
        let to: Data
        let start: Double
        let duration: Double
        /// The velocity at the start.
        let velocity: Data
        /// The velocity at the end of a cubic segment.
        var endVelocity = Data.zero
    }

    private let initial: Value
    private var steps: [Step] = []
    /// The seconds from the first value to the last.
    private(set) var duration = 0.0

    init(_ initial: Value) { self.initial = initial }

    /// Appends a way to a value.
    mutating func append(_ segment: Segment, to value: Value, duration: Double) {
        let duration = max(duration, 0)
        let target = value.animatableData
        let from = steps.last.map { valueAtEnd(of: $0) } ?? initial.animatableData
        // A cubic segment runs through the value before without a corner, if another follows.
        if case .cubic = segment, let last = steps.last, case .cubic(_, end: nil) = last.segment, last.duration + duration > 0 {
            steps[steps.count - 1].endVelocity = (target - last.from).scaled(by: 1 / (last.duration + duration))
        }
        let velocity: Data
        var end = Data.zero
        switch segment {
        case .cubic(let start, let given):
            velocity = start ?? velocityAtEnd
            end = given ?? .zero
        case .spring(_, let start): velocity = start ?? velocityAtEnd
        case .linear, .move: velocity = .zero
        }
        steps.append(
            Step(
                segment: segment, from: from, to: target, start: self.duration, duration: duration, velocity: velocity,
                endVelocity: end))
        self.duration += duration
    }

    /// Returns the value from which the next step begins. A spring that has less time than it needs to
    /// settle is not at its target then.
    private func valueAtEnd(of step: Step) -> Data {
        guard case .spring(let spring, _) = step.segment, step.duration < spring.settlingDuration else { return step.to }
        return step.from + spring.value(target: step.to - step.from, initialVelocity: step.velocity, time: step.duration)
    }

    /// The velocity at the end of the last step.
    private var velocityAtEnd: Data {
        guard let last = steps.last, last.duration > 0 else { return .zero }
        switch last.segment {
        case .move: return .zero
        case .cubic: return last.endVelocity
        case .linear(let curve): return (last.to - last.from).scaled(by: curve.velocity(at: 1) / last.duration)
        case .spring(let spring, _):
            return spring.velocity(target: last.to - last.from, initialVelocity: last.velocity, time: last.duration)
        }
    }

    /// Returns the value at a time in seconds.
    func value(at time: Double) -> Value {
        guard let step = steps.last(where: { $0.start <= time }) else { return initial }
        var value = initial
        value.animatableData = data(of: step, after: time - step.start)
        return value
    }

    private func data(of step: Step, after time: Double) -> Data {
        guard step.duration > 0, time < step.duration else { return step.to }
        let fraction = time / step.duration
        switch step.segment {
        case .move: return step.to
        case .linear(let curve): return step.from.interpolated(towards: step.to, amount: curve.value(at: fraction))
        case .spring(let spring, _):
            return step.from + spring.value(target: step.to - step.from, initialVelocity: step.velocity, time: time)
        case .cubic:
            // The Hermite curve with these values and velocities at its ends.
            let (square, cube) = (fraction * fraction, fraction * fraction * fraction)
            let way = step.from.interpolated(towards: step.to, amount: 3 * square - 2 * cube)
            return way + step.velocity.scaled(by: (cube - 2 * square + fraction) * step.duration)
                + step.endVelocity.scaled(by: (cube - square) * step.duration)
        }
    }
}
