public import Foundation

/// Keyframes of one value, in order.
public protocol KeyframeTrackContent<Value> {
    /// The type of the value.
    associatedtype Value: Animatable

    /// Appends the keyframes to a curve.
    func _append(to curve: inout _KeyframeCurve<Value>)
}

/// A keyframe that is reached along a line.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let value: Value
    private let duration: TimeInterval
    private let timingCurve: UnitCurve

    /// Creates a keyframe with a value that is reached after a duration in seconds.
    public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {
        (value, self.duration, self.timingCurve) = (to, duration, timingCurve)
    }

    /// Appends the keyframe to a curve.
    public func _append(to curve: inout _KeyframeCurve<Value>) {
        curve.append(.linear(timingCurve), to: value, duration: duration)
    }
}

/// A keyframe that is reached along a cubic curve. Between two such keyframes the curve has no
/// corner, and it starts and ends at rest.
public struct CubicKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let value: Value
    private let duration: TimeInterval
    private let startVelocity: Value?
    private let endVelocity: Value?

    /// Creates a keyframe with a value that is reached after a duration in seconds, and optionally
    /// the velocities at both ends, per second.
    public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {
        (value, self.duration, self.startVelocity, self.endVelocity) = (to, duration, startVelocity, endVelocity)
    }

    /// Appends the keyframe to a curve.
    public func _append(to curve: inout _KeyframeCurve<Value>) {
        curve.append(
            .cubic(start: startVelocity?.animatableData, end: endVelocity?.animatableData), to: value, duration: duration)
    }
}

/// A keyframe that is reached by a spring.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let value: Value
    private let duration: TimeInterval?
    private let spring: Spring
    private let startVelocity: Value?

    /// Creates a keyframe with a value that is reached after a duration in seconds; nil for the time
    /// after which the spring has come to rest.
    public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {
        (value, self.duration, self.spring, self.startVelocity) = (to, duration, spring, startVelocity)
    }

    /// Appends the keyframe to a curve.
    public func _append(to curve: inout _KeyframeCurve<Value>) {
        curve.append(
            .spring(spring, start: startVelocity?.animatableData), to: value, duration: duration ?? spring.settlingDuration)
    }
}

/// A keyframe that is reached at once.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
    private let value: Value

    /// Creates a keyframe with a value.
    public init(_ to: Value) { value = to }

    /// Appends the keyframe to a curve.
    public func _append(to curve: inout _KeyframeCurve<Value>) { curve.append(.move, to: value, duration: 0) }
}

/// Keyframes that follow each other.
public struct _KeyframeSequence<Value: Animatable>: KeyframeTrackContent {
    fileprivate let appendAll: (inout _KeyframeCurve<Value>) -> Void

    /// Appends the keyframes to a curve.
    public func _append(to curve: inout _KeyframeCurve<Value>) { appendAll(&curve) }
}

/// A builder of the keyframes of a track.
@resultBuilder
public enum KeyframeTrackContentBuilder<Value: Animatable> {
    /// Returns the keyframes of an expression.
    public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> _KeyframeSequence<Value>
    where K.Value == Value {
        _KeyframeSequence { expression._append(to: &$0) }
    }

    /// Returns the keyframes of several expressions, in order.
    public static func buildBlock(_ components: _KeyframeSequence<Value>...) -> _KeyframeSequence<Value> {
        buildArray(components)
    }

    /// Returns the keyframes of a loop, in order.
    public static func buildArray(_ components: [_KeyframeSequence<Value>]) -> _KeyframeSequence<Value> {
        _KeyframeSequence { curve in for component in components { component._append(to: &curve) } }
    }

    /// Returns the keyframes of an `if` without an `else`.
    public static func buildOptional(_ component: _KeyframeSequence<Value>?) -> _KeyframeSequence<Value> {
        buildArray([component].compactMap(\.self))
    }

    /// Returns the keyframes of an `if`.
    public static func buildEither(first component: _KeyframeSequence<Value>) -> _KeyframeSequence<Value> { component }
    /// Returns the keyframes of an `else`.
    public static func buildEither(second component: _KeyframeSequence<Value>) -> _KeyframeSequence<Value> { component }
}
