/// A state that a gesture updates while it is in progress, and that is reset when it ends or fails.
///
///     @GestureState private var offset = CGSize.zero
///
///     DragGesture().updating($offset) { value, offset, _ in offset = value.translation }
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private let initial: Value
    private let resetTransaction: (Value, inout Transaction) -> Void
    private var box: GestureBox<Value>?

    /// Creates a state with an initial value, to which it is reset when the gesture ends.
    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, resetTransaction: Transaction()) }

    /// Creates a state with an initial value; the same as `init(wrappedValue:)`.
    public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

    /// Creates a state with an initial value, to which it is reset in a transaction.
    public init(wrappedValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: wrappedValue) { _, transaction in transaction = resetTransaction }
    }

    /// Creates a state with an initial value, to which it is reset in a transaction.
    public init(initialValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: initialValue, resetTransaction: resetTransaction)
    }

    /// Creates a state with an initial value, and a closure that sets the transaction of its reset.
    public init(wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
        initial = wrappedValue
        resetTransaction = reset
    }

    /// Creates a state with an initial value, and a closure that sets the transaction of its reset.
    public init(initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    /// The value.
    public var wrappedValue: Value { box?.state.value ?? initial }

    /// The state itself, for `updating(_:body:)`.
    public var projectedValue: GestureState<Value> { self }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) { box = slots.next { GestureBox(initial) } }

    /// Changes the value, for a gesture in progress. Before the view is shown, has no effect and
    /// writes a warning.
    func update(_ change: (inout Value, inout Transaction) -> Void) {
        guard let box else {
            return WarningLog.warn(
                "A @GestureState of type \(Value.self) was updated before its view was shown, which has no effect. "
                    + "Declare it in the view that has the gesture, or in the gesture.")
        }
        var value = box.state.value
        var transaction = Transaction()
        change(&value, &transaction)
        withTransaction(transaction) { box.state.value = value }
        box.isInitial = false
    }

    /// Sets the value to the initial one, if it was updated since the last reset.
    func reset() {
        guard let box, !box.isInitial else { return }
        var transaction = Transaction()
        resetTransaction(box.state.value, &transaction)
        box.isInitial = true
        withTransaction(transaction) { box.state.value = initial }
    }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    /// Creates a state that is nil at first, and reset to nil in a transaction.
    public init(resetTransaction: Transaction = Transaction()) {
        self.init(wrappedValue: nil, resetTransaction: resetTransaction)
    }

    /// Creates a state that is nil at first, with a closure that sets the transaction of its reset.
    public init(reset: @escaping (Value, inout Transaction) -> Void) { self.init(wrappedValue: nil, reset: reset) }
}

/// The storage of a gesture's state.
private final class GestureBox<Value> {
    let state: StateBox<Value>
    /// Whether no gesture has updated the value since it was reset.
    var isInitial = true

    init(_ value: Value) { state = StateBox(value) }
}
