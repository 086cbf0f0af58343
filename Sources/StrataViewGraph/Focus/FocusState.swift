internal import StrataTraps

/// A state that identifies the control that has the keyboard focus. It changes when the user moves
/// the focus, and setting it moves the focus.
///
///     @FocusState private var field: Field?
///
///     TextField("Name", text: $name).focused($field, equals: .name)
///     Button("Edit name") { field = .name }
@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let initial: Value
    private var box: StateBox<Value>?

    /// A binding to a focus state, for the modifiers that connect a control with it.
    @propertyWrapper
    public struct Binding {
        private let value: StrataViewGraph.Binding<Value>
        /// The value of the state while none of its controls has the focus.
        let unfocused: Value

        fileprivate init(value: StrataViewGraph.Binding<Value>, unfocused: Value) {
            self.value = value
            self.unfocused = unfocused
        }

        /// The state.
        public var wrappedValue: Value {
            get { value.wrappedValue }
            nonmutating set { value.wrappedValue = newValue }
        }

        /// The binding itself.
        public var projectedValue: Binding { self }
    }

    /// Creates a state that is true while its control has the focus.
    public init() where Value == Bool { initial = false }

    /// Creates a state with the value of the control that has the focus; nil while none of its
    /// controls has it.
    public init<T: Hashable>() where Value == T? { initial = nil }

    /// The state. Setting it before the view is shown traps.
    public var wrappedValue: Value {
        get { box?.value ?? initial }
        nonmutating set {
            guard let box else {
                trap("@FocusState was set before its view was shown. Set it in an action or a task.")
            }
            box.value = newValue
        }
    }

    /// A binding to the state, for `focused(_:)` and `focused(_:equals:)`.
    public var projectedValue: Binding {
        Binding(value: State(wrappedValue: initial, in: box).projectedValue, unfocused: initial)
    }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) { box = slots.next { StateBox(initial) } }
}

extension View {
    /// Connects the first control in the view with a state, which is true while the control has the
    /// focus.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View { focused(condition, equals: true) }

    /// Connects the first control in the view with a state, which equals a value while the control
    /// has the focus.
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        modified(FocusModifier(binding: binding, value: value))
    }
}

/// Connects the first control inside with a value of a focus state.
private struct FocusModifier<Value: Hashable>: BuiltInModifier {
    let binding: FocusState<Value>.Binding
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let target = node.storage as? FocusTarget ?? FocusTarget()
        node.storage = target
        target.focusChanged = { [binding, value] isFocused in
            if isFocused {
                if binding.wrappedValue != value { binding.wrappedValue = value }
            } else if binding.wrappedValue == value {
                binding.wrappedValue = binding.unfocused
            }
        }
        let isFocused = node.reading { binding.wrappedValue == value }
        var environment = node.environment
        environment.focusPlacement = FocusPlacement(target: target, isFocused: isFocused)
        node.updateChild(0, content, environment: environment)
    }
}
