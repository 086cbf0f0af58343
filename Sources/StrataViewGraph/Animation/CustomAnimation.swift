public import Foundation

/// An animation with a curve of the app's own.
///
///     struct Stepped: CustomAnimation {
///         func animate<V>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V?
///         where V: VectorArithmetic {
///             guard time < 1 else { return nil }
///             var value = value
///             value.scale(by: (time * 4).rounded(.down) / 4)
///             return value
///         }
///     }
///
/// The curve is computed once, for the way from 0 to 1, at 60 times a second and for ten seconds at
/// most. So it cannot depend on the distance, and an interrupted animation starts the next one
/// without its velocity.
public protocol CustomAnimation: Hashable, Sendable {
    /// Returns the distance from the start at a time in seconds, of an animation over a distance;
    /// nil when the animation has ended.
    func animate<V>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? where V: VectorArithmetic
}

/// The state of an animation of the app's own between its steps.
public struct AnimationContext<Value: VectorArithmetic> {
    /// The values that the animation keeps.
    public var state = AnimationState<Value>()
    /// Whether the animation has logically completed, although it may still move slightly.
    public var isLogicallyComplete = false
}

/// The values that an animation of the app's own keeps between its steps.
public struct AnimationState<Value: VectorArithmetic> {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates a state without values.
    public init() {}

    /// The value of a key; the key's default value where none has been set.
    public subscript<K: AnimationStateKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// A key of a value that an animation keeps between its steps.
public protocol AnimationStateKey {
    /// The type of the value.
    associatedtype Value

    /// The value before one is set.
    static var defaultValue: Value { get }
}

extension Animation {
    /// Creates an animation with a curve of the app's own.
    public init<A>(_ base: A) where A: CustomAnimation {
        let steps = 60.0
        var context = AnimationContext<Double>()
        var samples: [Double] = []
        var perceived: Double?
        while samples.count < 600, let value = base.animate(value: 1.0, time: Double(samples.count) / steps, context: &context) {
            samples.append(value.isFinite ? value : 1)
            if context.isLogicallyComplete, perceived == nil { perceived = Double(samples.count - 1) / steps }
        }
        self.init(.samples(samples + [1]), duration: Double(samples.count) / steps, perceivedDuration: perceived)
    }
}
