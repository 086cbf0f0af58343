public import Foundation

/// Tracks of keyframes, each for a property of a value.
public protocol Keyframes<Value> {
    /// The type of the value.
    associatedtype Value

    /// Returns the tracks from an initial value.
    func _tracks(from initialValue: Value) -> [_ResolvedKeyframeTrack<Value>]
}

/// A track with the values of one property over time.
public struct _ResolvedKeyframeTrack<Root> {
    let duration: TimeInterval
    let apply: (inout Root, TimeInterval) -> Void
}

/// The keyframes of a property of a value.
///
///     KeyframeTrack(\.scale) {
///         SpringKeyframe(1.5, duration: 0.3)
///         CubicKeyframe(1, duration: 0.2)
///     }
public struct KeyframeTrack<Root, Value, Content>: Keyframes
where Value == Content.Value, Content: KeyframeTrackContent {
    private let keyPath: WritableKeyPath<Root, Value>
    private let content: Content

    /// Creates a track for a property.
    public init(_ keyPath: WritableKeyPath<Root, Value>, @KeyframeTrackContentBuilder<Value> content: () -> Content) {
        self.keyPath = keyPath
        self.content = content()
    }

    /// Creates a track for the value itself.
    public init(@KeyframeTrackContentBuilder<Root> content: () -> Content) where Root == Value {
        self.init(\.self, content: content)
    }

    /// Returns the track from an initial value.
    public func _tracks(from initialValue: Root) -> [_ResolvedKeyframeTrack<Root>] {
        var curve = _KeyframeCurve(initialValue[keyPath: keyPath])
        content._append(to: &curve)
        return [
            _ResolvedKeyframeTrack(duration: curve.duration) { [curve, keyPath] root, time in
                root[keyPath: keyPath] = curve.value(at: time)
            }
        ]
    }
}

/// Several tracks at the same time.
public struct _KeyframeTracks<Value>: Keyframes {
    fileprivate let makeTracks: (Value) -> [_ResolvedKeyframeTrack<Value>]

    /// Returns the tracks from an initial value.
    public func _tracks(from initialValue: Value) -> [_ResolvedKeyframeTrack<Value>] { makeTracks(initialValue) }
}

/// A builder of tracks of keyframes.
@resultBuilder
public enum KeyframesBuilder<Value> {
    /// Returns the tracks of an expression.
    public static func buildExpression<K: Keyframes>(_ expression: K) -> _KeyframeTracks<Value> where K.Value == Value {
        _KeyframeTracks { expression._tracks(from: $0) }
    }

    /// Returns the tracks of several expressions.
    public static func buildBlock(_ components: _KeyframeTracks<Value>...) -> _KeyframeTracks<Value> {
        _KeyframeTracks { value in components.flatMap { $0._tracks(from: value) } }
    }

    /// Returns the tracks of an `if` without an `else`.
    public static func buildOptional(_ component: _KeyframeTracks<Value>?) -> _KeyframeTracks<Value> {
        component ?? _KeyframeTracks { _ in [] }
    }

    /// Returns the tracks of an `if`.
    public static func buildEither(first component: _KeyframeTracks<Value>) -> _KeyframeTracks<Value> { component }
    /// Returns the tracks of an `else`.
    public static func buildEither(second component: _KeyframeTracks<Value>) -> _KeyframeTracks<Value> { component }
    /// Returns the tracks.
    public static func buildFinalResult(_ component: _KeyframeTracks<Value>) -> _KeyframeTracks<Value> { component }
}

// Keyframes without a track are one track of the value itself.
extension KeyframesBuilder where Value: Animatable {
    /// Returns the keyframes of an expression.
    public static func buildExpression<K: KeyframeTrackContent>(_ expression: K) -> _KeyframeSequence<Value>
    where K.Value == Value {
        KeyframeTrackContentBuilder.buildExpression(expression)
    }

    /// Returns the keyframes of several expressions, in order.
    public static func buildBlock(
        _ first: _KeyframeSequence<Value>, _ rest: _KeyframeSequence<Value>...
    ) -> _KeyframeSequence<Value> {
        KeyframeTrackContentBuilder.buildArray([first] + rest)
    }

    /// Returns the keyframes of a loop, in order.
    public static func buildArray(_ components: [_KeyframeSequence<Value>]) -> _KeyframeSequence<Value> {
        KeyframeTrackContentBuilder.buildArray(components)
    }

    /// Returns the keyframes of an `if` without an `else`.
    public static func buildOptional(_ component: _KeyframeSequence<Value>?) -> _KeyframeSequence<Value> {
        KeyframeTrackContentBuilder.buildOptional(component)
    }

    /// Returns the keyframes of an `if`.
    public static func buildEither(first component: _KeyframeSequence<Value>) -> _KeyframeSequence<Value> { component }
    /// Returns the keyframes of an `else`.
    public static func buildEither(second component: _KeyframeSequence<Value>) -> _KeyframeSequence<Value> { component }

    /// Returns the track of the keyframes.
    public static func buildFinalResult(
        _ component: _KeyframeSequence<Value>
    ) -> KeyframeTrack<Value, Value, _KeyframeSequence<Value>> {
        KeyframeTrack { component }
    }
}

/// The values of keyframes over time.
public struct KeyframeTimeline<Value> {
    private let initialValue: Value
    private let tracks: [_ResolvedKeyframeTrack<Value>]

    /// Creates a timeline from an initial value and keyframes.
    public init(initialValue: Value, @KeyframesBuilder<Value> content: () -> some Keyframes<Value>) {
        self.init(initialValue, content())
    }

    init(_ initialValue: Value, _ keyframes: some Keyframes<Value>) {
        self.initialValue = initialValue
        tracks = keyframes._tracks(from: initialValue)
    }

    /// The seconds that the longest track takes.
    public var duration: TimeInterval { tracks.map(\.duration).max() ?? 0 }

    /// Returns the value at a time in seconds.
    public func value(time: Double) -> Value {
        var value = initialValue
        update(&value, time: time)
        return value
    }

    /// Returns the value at a fraction of the duration.
    public func value(progress: Double) -> Value { value(time: progress * duration) }

    /// Sets the properties that have tracks to their values at a time in seconds.
    public func update(_ value: inout Value, time: Double) { for track in tracks { track.apply(&value, time) } }

    /// Sets the properties that have tracks to their values at a fraction of the duration.
    public func update(_ value: inout Value, progress: Double) { update(&value, time: progress * duration) }
}
