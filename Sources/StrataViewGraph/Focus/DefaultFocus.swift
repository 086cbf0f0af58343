/// The moves of the focus at which `defaultFocus` is considered.
public struct DefaultFocusEvaluationPriority: Hashable, Sendable {
    private let rawValue: Int

    /// The window or the dialog appears, or another page is shown in it.
    public static let automatic = DefaultFocusEvaluationPriority(rawValue: 0)
    /// The same, and the user moves the focus to the view by the Tab key.
    public static let userInitiated = DefaultFocusEvaluationPriority(rawValue: 1)
}

/// Sets a focus state when the content appears, or when the user moves the focus to it.
private struct DefaultFocusModifier<Value: Hashable>: BuiltInModifier {
    let binding: FocusState<Value>.Binding
    let value: Value
    let priority: DefaultFocusEvaluationPriority

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let isFirst = node.storage == nil
        let target = node.storage as? FocusTarget ?? FocusTarget()
        node.storage = target
        if isFirst {
            node.graph.whenShown { [binding, value, weak node] in
                guard let node, node.isInGraph, !node.graph.focus.isNear(node) else { return }
                if binding.wrappedValue == binding.unfocused { binding.wrappedValue = value }
            }
        }
        var environment = node.environment
        if priority == .userInitiated {
            target.enteredByTab = { [binding, value] in
                if binding.wrappedValue != value { binding.wrappedValue = value }
            }
            environment.pendingFocus.append(FocusPlacement(target: target, isFocused: false))
        }
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Moves the focus to the view with a value of a focus state when this view appears: with its
    /// window, in a dialog, or on a new page. It stays where it is if a view of the same dialog and
    /// page has it, or if the state is set already.
    public func defaultFocus<V: Hashable>(
        _ binding: FocusState<V>.Binding, _ value: V, priority: DefaultFocusEvaluationPriority = .automatic
    ) -> some View {
        modified(DefaultFocusModifier(binding: binding, value: value, priority: priority))
    }
}
