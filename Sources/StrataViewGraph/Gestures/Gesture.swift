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
/// composed gesture. The storage of the dynamic properties of an app's own gesture is there, too:
/// the node installs them, and observes what the body reads.
@MainActor @preconcurrency
public protocol Gesture<Value> {
    /// The type of the gesture's value.
    associatedtype Value
    /// The type of the body, which the compiler infers.
    associatedtype Body: Gesture

    /// The gesture of which this one consists.
    var body: Body { get }

    /// Returns the recognizer of the gesture, for its place in a modifier. Gestures with a body
    /// inherit their body's.
    func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Value>
}

extension Gesture {
    /// Returns the recognizer of the body, which finds the gesture's dynamic properties installed.
    public func _recognizer(in context: _GestureContext) -> _GestureRecognizer<Body.Value> {
        context.body(of: self)._recognizer(in: context.part(0)).transforming { phase, _ in phase }
    }
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
    /// The storage of the dynamic properties of an app's own gesture, and its type.
    private var properties: (slots: PropertySlots, type: ObjectIdentifier)?

    init() {}

    /// Returns the storage of the dynamic properties of a gesture. Another type of gesture in the
    /// same place gets another one.
    func slots<G: Gesture>(of type: G.Type, _ environment: EnvironmentValues) -> PropertySlots {
        if let properties, properties.type == ObjectIdentifier(type) { return properties.slots }
        let slots = PropertySlots(environment: environment)
        properties = (slots, ObjectIdentifier(type))
        return slots
    }

    /// Returns the state of a part of a composed gesture.
    func child(_ index: Int) -> _GestureMemory {
        while children.count <= index { children.append(_GestureMemory()) }
        return children[index]
    }

    /// Discards the state, and that of all parts. Dynamic properties are kept.
    func reset() {
        value = nil
        isKept = false
        for child in children { child.reset() }
    }

    /// Discards the state that is not kept when the pointer is released, and that of all parts.
    func release() {
        if !isKept { value = nil }
        for child in children { child.release() }
    }
}

/// The place of a gesture in the one of a modifier, for the evaluation of the modifier's node.
@MainActor
public struct _GestureContext {
    private let node: ViewNode
    /// The state of the modifier's gesture.
    private let root: _GestureMemory
    /// The position of the gesture among the parts of each gesture around it.
    private var path: [Int] = []

    init(node: ViewNode, memory: _GestureMemory) { (self.node, root) = (node, memory) }

    /// Returns the place of a part of the gesture, whose state is the child at the same position.
    func part(_ index: Int) -> _GestureContext {
        var part = self
        part.path.append(index)
        return part
    }

    /// Evaluates the body of an app's own gesture, with its dynamic properties. The node observes
    /// what it reads.
    func body<G: Gesture>(of gesture: G) -> G.Body {
        let plan = PropertyPlan.of(G.self)
        guard !plan.isEmpty else { return node.reading { gesture.body } }
        var gesture = gesture
        let slots = path.reduce(root) { $0.child($1) }.slots(of: G.self, node.environment)
        slots.rewind(environment: node.environment, observer: plan.observesObjects ? node.currentObserver : nil)
        return node.reading {
            plan.install(in: &gesture, slots)
            return gesture.body
        }
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
