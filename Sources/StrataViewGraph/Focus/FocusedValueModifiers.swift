public import Observation
public import OpenCombine

/// Gives the content a value for `@FocusedValue` while it has the focus.
private struct FocusedValueModifier: BuiltInModifier {
    /// Whether the window has the value wherever its focus is.
    let isOfScene: Bool
    let setValue: (inout FocusedValues) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let isFirst = node.storage == nil
        let target = node.storage as? FocusTarget ?? FocusTarget()
        node.storage = target
        target.setValues = setValue
        let focus = node.graph.focus
        var environment = node.environment
        if !isOfScene {
            environment.pendingFocus.append(FocusPlacement(target: target, isFocused: false))
        } else if isFirst {
            focus.addSceneTarget(target)
            node.onRemoval = { [unowned focus] in focus.removeSceneTarget(target) }
        }
        if isOfScene || target.isActive.value { focus.setNeedsValues() }
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    private func focusedValue(isOfScene: Bool, _ setValue: @escaping (inout FocusedValues) -> Void) -> some View {
        modified(FocusedValueModifier(isOfScene: isOfScene, setValue: setValue))
    }

    /// Sets a value for `@FocusedValue` while this view, or one inside it, has the keyboard focus.
    public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value) -> some View {
        focusedValue(isOfScene: false) { $0[keyPath: keyPath] = value }
    }

    /// Sets a value for `@FocusedValue` while this view, or one inside it, has the keyboard focus.
    /// Nil removes the value of the views around it.
    public func focusedValue<Value>(_ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?) -> some View {
        focusedValue(isOfScene: false) { $0[keyPath: keyPath] = value }
    }

    /// Sets an observable object for `@FocusedValue` while this view, or one inside it, has the
    /// keyboard focus. Nil removes the object of the views around it.
    public func focusedValue<T: AnyObject & Observable>(_ object: T?) -> some View {
        focusedValue(isOfScene: false) { $0[object: T.self] = object }
    }

    /// Sets a value for `@FocusedValue` while the view is in the window, wherever the focus is.
    public func focusedSceneValue<T>(_ keyPath: WritableKeyPath<FocusedValues, T?>, _ value: T) -> some View {
        focusedValue(isOfScene: true) { $0[keyPath: keyPath] = value }
    }

    /// Sets a value for `@FocusedValue` while the view is in the window, wherever the focus is. Nil
    /// removes the value that another view has set before.
    public func focusedSceneValue<T>(_ keyPath: WritableKeyPath<FocusedValues, T?>, _ value: T?) -> some View {
        focusedValue(isOfScene: true) { $0[keyPath: keyPath] = value }
    }

    /// Sets an observable object for `@FocusedValue` while the view is in the window, wherever the
    /// focus is.
    public func focusedSceneValue<T: AnyObject & Observable>(_ object: T?) -> some View {
        focusedValue(isOfScene: true) { $0[object: T.self] = object }
    }

    /// Sets an object for `@FocusedObject` while this view, or one inside it, has the keyboard
    /// focus.
    public func focusedObject<T: ObservableObject>(_ object: T) -> some View {
        focusedValue(isOfScene: false) { $0[object: T.self] = object }
    }

    /// Sets an object for `@FocusedObject` while this view, or one inside it, has the keyboard
    /// focus. Nil removes the object of the views around it.
    public func focusedObject<T: ObservableObject>(_ object: T?) -> some View {
        focusedValue(isOfScene: false) { $0[object: T.self] = object }
    }

    /// Sets an object for `@FocusedObject` while the view is in the window, wherever the focus is.
    public func focusedSceneObject<T: ObservableObject>(_ object: T) -> some View {
        focusedValue(isOfScene: true) { $0[object: T.self] = object }
    }

    /// Sets an object for `@FocusedObject` while the view is in the window, wherever the focus is.
    /// Nil removes the object that another view has set before.
    public func focusedSceneObject<T: ObservableObject>(_ object: T?) -> some View {
        focusedValue(isOfScene: true) { $0[object: T.self] = object }
    }
}
