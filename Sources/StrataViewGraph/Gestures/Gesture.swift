internal import StrataTraps

/// A gesture of the user on a view, built in or composed of others.
///
///     Circle()
///         .gesture(
///             DragGesture()
///                 .onChanged { offset = $0.translation }
///                 .onEnded { _ in offset = .zero })
///
/// The browser recognizes taps, long presses and drags, and reports a movement at most once a
/// frame. The actions of the app run on the server.
///
/// # From a gesture to its actions
///
/// 1. A `gesture(_:including:)` modifier asks its gesture for a `_GestureRecognizer`. This has
///    two parts: the list of `GesturePrimitive` that a host is to recognize, and a closure that
///    composes the gesture's value from their events. `DragGesture` has one primitive;
///    `SimultaneousGesture` has those of its first gesture, followed by those of its second.
/// 2. The primitives become traits of the next element, and the closure one of its handlers. The
///    modifiers of an element add to the same list, the outermost first.
/// 3. The host recognizes a primitive and sends a `GestureEvent` with its index in the list. The
///    element passes the event to the gesture to which the index belongs, and a composed gesture to
///    one of its parts, with the index reduced each time (`shifted(by:)`).
/// 4. Each level returns a `GesturePhase`, with which the level above continues. The levels for
///    `onChanged`, `onEnded` and `updating` also call the actions of the app.
/// 5. When the user has released the pointer, the host sends `cancelled` for the whole element.
///    The recognizers are finished, and their state is discarded, except that of a sequence whose
///    first gesture has ended with a tap.
///
/// # State
///
/// A gesture is a value that the view's body makes again at each evaluation, also in the middle of
/// a drag: its own action may have caused the evaluation. So the state of a gesture in progress is
/// in a `_GestureMemory`, which the modifier's node keeps. It has a child for each part of a
/// composed gesture.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// The type of the gesture's value.
    associatedtype Value
    /// The type of the body, which the compiler infers.
    associatedtype Body: Gesture

    /// The gesture of which this one consists.
    var body: Body { get }

    /// Returns the recognizer of the gesture. Gestures with a body inherit their body's.
    func _recognizer() -> _GestureRecognizer<Value>
}

extension Gesture {
    /// Returns the recognizer of the body.
    public func _recognizer() -> _GestureRecognizer<Body.Value> { body._recognizer() }
}

extension Never: Gesture {
    /// The type of the gesture's value, of which there is none.
    public typealias Value = Never
}

/// A gesture without a body, which makes its recognizer itself.
package protocol BuiltInGesture: Gesture where Body == Never {}

extension BuiltInGesture {
    public var body: Never { trap("\(Self.self) is built in and has no body.") }
}

/// The effect of an event on a gesture.
enum GesturePhase<Value> {
    /// The event does not change the gesture.
    case unchanged
    /// The gesture is in progress, with a value.
    case active(Value)
    /// The gesture was recognized, with its last value.
    case ended(Value)
    /// The gesture was not recognized.
    case failed
}

/// The state of a gesture in progress. It is kept while the gesture's own value is made again by
/// evaluations of its view.
@MainActor
public final class _GestureMemory {
    var value: Any?
    /// Whether the value is kept when the pointer is released. A sequence that begins with a tap
    /// goes on with the next press of the pointer.
    var isKept = false
    private var children: [_GestureMemory] = []

    init() {}

    /// Returns the state of a part of a composed gesture.
    func child(_ index: Int) -> _GestureMemory {
        while children.count <= index { children.append(_GestureMemory()) }
        return children[index]
    }

    /// Discards the state, and that of all parts.
    func reset() {
        value = nil
        isKept = false
        children = []
    }

    /// Discards the state that is not kept when the pointer is released, and that of all parts.
    func release() {
        if !isKept { value = nil }
        for child in children { child.release() }
    }
}

/// A recognizer of a gesture, which composes its value from the primitives that a host recognizes.
@MainActor
public struct _GestureRecognizer<Value> {
    /// The primitives that a host recognizes. `GestureEvent.gesture` is an index of this array.
    let primitives: [GesturePrimitive]
    /// Handles an event of one of the primitives.
    let handle: @MainActor (GestureEvent, _GestureMemory) -> GesturePhase<Value>
    /// Called after the user has released the pointer, whether or not the gesture was recognized.
    let finish: @MainActor (_GestureMemory) -> Void

    /// Creates a recognizer of one primitive.
    init(_ primitive: GesturePrimitive, handle: @escaping @MainActor (GestureEvent) -> GesturePhase<Value>) {
        primitives = [primitive]
        self.handle = { event, _ in handle(event) }
        finish = { _ in }
    }

    /// Creates a recognizer of several primitives.
    init(
        _ primitives: [GesturePrimitive], handle: @escaping @MainActor (GestureEvent, _GestureMemory) -> GesturePhase<Value>,
        finish: @escaping @MainActor (_GestureMemory) -> Void
    ) {
        self.primitives = primitives
        self.handle = handle
        self.finish = finish
    }

    /// Returns a recognizer that transforms the phases of this one.
    ///
    /// - Parameters:
    ///   - transform: Returns the new phase. Its state is separate from that of this recognizer.
    ///   - end: Called after this recognizer has finished.
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
