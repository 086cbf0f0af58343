import Foundation
internal import StrataTraps

/// A property whose value is kept while its view is shown, although the view's own value is made
/// again at each evaluation. A change evaluates the bodies that read it.
@propertyWrapper
public struct State<Value>: DynamicProperty, NodeOwnedProperty {
    /// The initial value; nil if `makeObject` makes it.
    private let initialValue: Value?
    private let makeObject: (() -> Value)?
    private var box: StateBox<Value>?

    /// Creates a state with an initial value, which is used when the view is first shown.
    public init(wrappedValue value: Value) {
        initialValue = value
        makeObject = nil
    }

    /// Creates a state with storage that another property wrapper has connected; nil before its
    /// view is shown.
    init(wrappedValue: Value, in box: StateBox<Value>?) {
        initialValue = wrappedValue
        makeObject = nil
        self.box = box
    }

    /// Creates a state with an initial value; the same as `init(wrappedValue:)`.
    public init(initialValue value: Value) { self.init(wrappedValue: value) }

    /// Creates a state with an expression for its object. The expression is evaluated once for each
    /// view that is shown.
    public init(wrappedValue thunk: @autoclosure @escaping () -> Value) where Value: AnyObject & Observable {
        initialValue = nil
        makeObject = thunk
    }

    private var initial: Value {
        if let initialValue { return initialValue }
        guard let makeObject else { trap("A @State has neither a value nor an expression for one.") }
        return makeObject()
    }

    /// The value. Before the view is shown, reading returns the initial value, and setting traps.
    public var wrappedValue: Value {
        get { box?.value ?? initial }
        nonmutating set {
            guard let box else {
                trap("@State was set before its view was shown. Set it in an action or a task.")
            }
            box.value = newValue
        }
    }

    /// A binding to the value: `$isShown`. Before the view is shown, a constant one.
    public var projectedValue: Binding<Value> {
        guard let box else { return .constant(initial) }
        return Binding(get: { box.value }, set: { box.value = $0 })
    }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) { box = slots.next { StateBox(initial) } }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a state that is nil at first.
    public init() { self.init(wrappedValue: nil) }
}

/// The storage of a state. Reads and writes go through Observation, so the next write invalidates a
/// body that reads it.
// Safe to share: the value is accessed under the lock. If the value is an object, the app is
// responsible for that object's thread safety.
final class StateBox<Value>: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value) { stored = value }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return lock.withLock { stored }
        }
        // Can run on any thread: a task may set state when it is done.
        set { registrar.withMutation(of: self, keyPath: \.value) { lock.withLock { stored = newValue } } }
    }
}
