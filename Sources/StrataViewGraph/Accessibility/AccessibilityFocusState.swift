/// A state that identifies the view to which assistive technology has moved. It changes when the
/// user moves, and setting it moves there.
///
///     @AccessibilityFocusState private var isResultFocused: Bool
///
///     Text(result).accessibilityFocused($isResultFocused)
///     Button("Compute") { compute(); isResultFocused = true }
///
/// In a browser, assistive technology follows the keyboard focus. So the view can have it, also if
/// it is no control, but the Tab key skips it then.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    private var state: FocusState<Value>

    /// A binding to the state, for the modifiers that connect a view with it.
    @propertyWrapper
    public struct Binding {
        fileprivate let state: FocusState<Value>.Binding

        /// The state.
        public var wrappedValue: Value {
            get { state.wrappedValue }
            nonmutating set { state.wrappedValue = newValue }
        }

        /// The binding itself.
        public var projectedValue: Binding { self }
    }

    /// Creates a state that is true while its view has the focus.
    public init() where Value == Bool { state = FocusState() }

    /// Creates a state with the value of the view that has the focus; nil while none of its views
    /// has it.
    public init<T: Hashable>() where Value == T? { state = FocusState() }

    /// The state. Setting it before the view is shown has no effect and writes a warning.
    public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    /// A binding to the state, for `accessibilityFocused(_:)` and `accessibilityFocused(_:equals:)`.
    public var projectedValue: Binding { Binding(state: state.projectedValue) }

    /// Connects the state to its storage, which the first update creates.
    public mutating func _install(_ slots: PropertySlots) { state._install(slots) }
}

extension View {
    /// Connects the view with a state, which is true while the view has the focus.
    public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View {
        accessibilityFocused(condition, equals: true)
    }

    /// Connects the view with a state, which equals a value while the view has the focus.
    public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> some View {
        modified(AccessibilityFocusModifier(binding: binding.state, value: value))
    }
}

/// Connects the next element with a value of a focus state. Requests lead to the element itself,
/// also if it is no control.
private struct AccessibilityFocusModifier<Value: Hashable>: BuiltInModifier {
    let binding: FocusState<Value>.Binding
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var placement = node.focusPlacement(of: binding, equals: value)
        placement.isForElement = true
        var environment = node.environment
        environment.pendingTraits.accessibility.isFocusTarget = true
        environment.pendingFocus.append(placement)
        node.updateChild(0, content, environment: environment)
    }
}
