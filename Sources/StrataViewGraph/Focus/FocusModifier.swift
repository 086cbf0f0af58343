/// Connects the content with a value of a focus state.
struct FocusModifier<Value: Hashable>: BuiltInModifier {
    let binding: FocusState<Value>.Binding
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let placement = node.focusPlacement(of: binding, equals: value)
        var environment = node.environment
        environment.addFocus(placement)
        environment.focusRegion = placement.target
        node.updateChild(0, content, environment: environment)
    }
}

extension ViewNode {
    /// Returns the placement of a modifier for a value of a focus state, whose target is the node's
    /// storage. The node observes the state.
    func focusPlacement<Value: Hashable>(of binding: FocusState<Value>.Binding, equals value: Value) -> FocusPlacement {
        let target = storage as? FocusTarget ?? FocusTarget()
        storage = target
        if let state = binding.storage {
            state.connect(target, to: value)
            graph.focus.add(state)
        }
        return target.placement(isWanted: reading { isSameID(binding.wrappedValue, value) }, self)
    }
}

extension View {
    /// Connects the view with a state, which is true while the view, or one inside it, has the
    /// focus. Setting the state to true moves the focus to the first control in the view.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View { focused(condition, equals: true) }

    /// Connects the view with a state, which equals a value while the view, or one inside it, has
    /// the focus. Setting the state to the value moves the focus to the first control in the view.
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View {
        modified(FocusModifier(binding: binding, value: value))
    }
}
