import Foundation
internal import StrataTraps

/// A property whose value is kept while its view is shown, although the view's own value is made
/// again at each evaluation. A change evaluates the bodies that read it.
@propertyWrapper
public struct State<Value>: DynamicProperty, NodeOwnedProperty {
    /// The initial value; nil if `expression` makes it.
    private let initialValue: Value?
    private let expression: DeferredValue<Value>?
    private var box: StateBox<Value>?

    /// Creates a state with an initial value, which is used when the view is first shown.
    public init(wrappedValue value: Value) {
        initialValue = value
        expression = nil
    }

    /// Creates a state with storage that another property wrapper has connected; nil before its
    /// view is shown.
    init(wrappedValue: Value, in box: StateBox<Value>?) {
        initialValue = wrappedValue
        expression = nil
        self.box = box
    }

    /// Creates a state with an initial value; the same as `init(wrappedValue:)`.
    public init(initialValue value: Value) { self.init(wrappedValue: value) }

    /// Creates a state with an expression for its object. The expression is evaluated once for each
    /// view that is shown. If the object is read before, the view that is then shown has the same
    /// object.
    public init(wrappedValue thunk: @autoclosure @escaping () -> Value) where Value: AnyObject & Observable {
        self.init(making: thunk)
    }

    /// Creates a state with a closure that makes its value, once for each view that is shown.
    init(making makeValue: @escaping () -> Value) {
        initialValue = nil
        expression = DeferredValue(makeValue)
    }

    private var initial: Value {
        if let initialValue { return initialValue }
        guard let expression else { trap("A @State has neither a value nor an expression for one.") }
        return expression.value
    }

    /// The value. Before the view is shown, reading returns the initial value, and setting has no
    /// effect and writes a warning.
    public var wrappedValue: Value {
        get { box?.value ?? initial }
        nonmutating set {
            guard let box else {
                return WarningLog.warn(
                    "A @State of type \(Value.self) was set before its view was shown, which has no effect. "
                        + "Set it in an action or a task, or set its initial value: _name = State(initialValue: value)")
            }
            box.value = newValue
        }
    }

    /// A binding to the value: `$isShown`. Before the view is shown, a constant one.
    public var projectedValue: Binding<Value> {
        guard let box else { return .constant(initial) }
        return Binding(box)
    }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) {
        box = slots.next { StateBox(expression?.take() ?? initial) }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    /// Creates a state that is nil at first.
    public init() { self.init(wrappedValue: nil) }
}

/// The storage of a state. Reads and writes go through Observation, so the next write invalidates a
/// body that reads it. An ID that was replaced reads as the one that has replaced it
/// (`ReplaceableID`).
// Safe to share: the value is accessed under the lock. If the value is an object, the app is
// responsible for that object's thread safety.
final class StateBox<Value>: BindingLocation<Value>, Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var stored: Value
    /// Whether the value is or contains an ID that another one may replace.
    private var mayBeReplaced: Bool

    init(_ value: Value) {
        stored = value
        mayBeReplaced = Self.mayBeReplaced(value)
    }

    private static func mayBeReplaced(_ value: Value) -> Bool {
        guard Value.self is any ReplaceableID.Type else { return false }
        return (value as? any ReplaceableID)?.mayBeReplaced ?? false
    }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            let (value, mayBeReplaced) = lock.withLock { (stored, self.mayBeReplaced) }
            return mayBeReplaced ? currentID(value) : value
        }
        // Can run on any thread: a task may set state when it is done.
        set {
            var value = newValue
            let mayBeReplaced = Self.mayBeReplaced(value)
            registrar.withMutation(of: self, keyPath: \.value) {
                lock.withLock {
                    swap(&stored, &value)
                    self.mayBeReplaced = mayBeReplaced
                }
            }
            // The old value is released here, and not under the lock: the end of an object of the app's
            // may read the state.
            withExtendedLifetime(value) {}
        }
    }

    override func read() -> Value { value }

    override func write(_ value: Value, in transaction: Transaction) { self.value = value }
}

/// The initial value of a state, which is made when it is needed.
private final class DeferredValue<Value> {
    private let makeValue: () -> Value
    /// The value that was read before a view was shown.
    private var early: Value?

    init(_ makeValue: @escaping () -> Value) { self.makeValue = makeValue }

    /// The value before a view is shown.
    var value: Value {
        if let early { return early }
        let value = makeValue()
        early = value
        return value
    }

    /// Returns the value for a view that is shown: the one that was read before, and for other views
    /// made from the same value, a new one.
    func take() -> Value {
        defer { early = nil }
        return early ?? makeValue()
    }
}
