internal import StrataTraps

/// A gesture that a view recognizes, or one composed of others.
///
///     Circle()
///         .gesture(
///             DragGesture()
///                 .onChanged { offset = $0.translation }
///                 .onEnded { _ in offset = .zero })
///
/// The browser recognizes taps, long presses and drags, and reports a movement at most once a
/// frame. What an app does with them runs on the server.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// The type of the gesture's value.
    associatedtype Value
    /// The type of the body, which the compiler infers.
    associatedtype Body: Gesture

    /// The gesture that this one is made of.
    var body: Body { get }

    /// Returns the recognizer of the gesture. Gestures with a body inherit their body's.
    func _recognizer() -> _GestureRecognizer<Value>
}

extension Gesture {
    /// Returns the recognizer of the body.
    public func _recognizer() -> _GestureRecognizer<Body.Value> { body._recognizer() }
}

extension Never: Gesture {
    /// Never has no value.
    public typealias Value = Never
}

/// A gesture without a body, which makes its recognizer itself.
package protocol BuiltInGesture: Gesture where Body == Never {}

extension BuiltInGesture {
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The progress of a composed gesture.
enum GesturePhase<Value> {
    /// Nothing that concerns the gesture has happened.
    case unchanged
    case active(Value)
    case ended(Value)
    case failed
}

/// The state of a gesture that is under way, which outlives the gesture's own value: that is made
/// again at each evaluation of its view.
@MainActor
public final class _GestureMemory {
    var value: Any?
    private var children: [_GestureMemory] = []

    init() {}

    /// Returns the state of a part of the gesture.
    func child(_ index: Int) -> _GestureMemory {
        while children.count <= index { children.append(_GestureMemory()) }
        return children[index]
    }

    /// Forgets everything.
    func reset() {
        value = nil
        children = []
    }
}

/// Composes a gesture's value from the gestures that a host recognizes.
@MainActor
public struct _GestureRecognizer<Value> {
    /// The gestures to recognize. Their positions are the indices of events.
    let primitives: [GesturePrimitive]
    /// Handles an event of one of the gestures.
    let handle: @MainActor (GestureEvent, _GestureMemory) -> GesturePhase<Value>
    /// Called when the gesture is over: the user has let go.
    let finish: @MainActor (_GestureMemory) -> Void

    /// Creates a recognizer of a single gesture.
    init(_ primitive: GesturePrimitive, handle: @escaping @MainActor (GestureEvent) -> GesturePhase<Value>) {
        primitives = [primitive]
        self.handle = { event, _ in handle(event) }
        finish = { _ in }
    }

    init(
        _ primitives: [GesturePrimitive], handle: @escaping @MainActor (GestureEvent, _GestureMemory) -> GesturePhase<Value>,
        finish: @escaping @MainActor (_GestureMemory) -> Void
    ) {
        self.primitives = primitives
        self.handle = handle
        self.finish = finish
    }

    /// Returns a recognizer that handles the phases of this one.
    func transforming<Other>(
        _ transform: @escaping @MainActor (GesturePhase<Value>, _GestureMemory) -> GesturePhase<Other>,
        finish end: @escaping @MainActor (_GestureMemory) -> Void = { _ in }
    ) -> _GestureRecognizer<Other> {
        _GestureRecognizer<Other>(primitives) { [handle] event, memory in
            transform(handle(event, memory.child(0)), memory)
        } finish: { [finish] memory in
            finish(memory.child(0))
            end(memory)
        }
    }
}
