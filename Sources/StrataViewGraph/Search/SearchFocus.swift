/// Connects the search field of the closest `searchable` modifier inside with a value of a focus
/// state.
private struct SearchFocusModifier<Value: Hashable>: BuiltInModifier {
    let binding: FocusState<Value>.Binding
    let value: Value

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        environment.searchFocus.append(node.focusPlacement(of: binding, equals: value))
        node.updateChild(0, content, environment: environment)
    }
}

private struct SearchFocusKey: EnvironmentKey {
    static var defaultValue: [FocusPlacement] { [] }
}

extension EnvironmentValues {
    /// The focus targets of the next search field.
    var searchFocus: [FocusPlacement] {
        get { self[SearchFocusKey.self] }
        set { self[SearchFocusKey.self] = newValue }
    }
}

extension View {
    /// Connects the search field of the view's `searchable` modifier with a state, which is true
    /// while the field has the focus. Setting it moves the focus, and begins a search.
    public func searchFocused(_ binding: FocusState<Bool>.Binding) -> some View { searchFocused(binding, equals: true) }

    /// Connects the search field of the view's `searchable` modifier with a state, which equals a
    /// value while the field has the focus. Setting it to the value moves the focus, and begins a
    /// search.
    public func searchFocused<V: Hashable>(_ binding: FocusState<V>.Binding, equals value: V) -> some View {
        modified(SearchFocusModifier(binding: binding, value: value))
    }
}
