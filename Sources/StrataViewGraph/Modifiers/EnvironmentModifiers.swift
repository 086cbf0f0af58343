/// A modifier that changes the environment of its content.
private struct EnvironmentModifier: BuiltInModifier {
    static var evaluation: _ViewEvaluation { .drawing }

    let change: (inout EnvironmentValues) -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var environment = node.environment
        change(&environment)
        node.updateChild(0, content, environment: environment)
    }
}

extension View {
    /// Sets a value in the environment of this view and those inside it.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        modified(EnvironmentModifier { $0[keyPath: keyPath] = value })
    }

    /// Changes a value in the environment of this view and those inside it.
    public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        modified(EnvironmentModifier { transform(&$0[keyPath: keyPath]) })
    }

    /// Puts an observable object into the environment, where `@Environment(Type.self)` finds it.
    /// Nil removes the object that a view above has set.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modified(EnvironmentModifier { $0[object: T.self] = object })
    }

    /// Puts an object into the environment, where its type is its key.
    func inEnvironment<T: AnyObject>(_ object: T) -> some View { modified(EnvironmentModifier { $0[object: T.self] = object }) }

    /// Changes the environment of this view and those inside it.
    func changingEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> some View {
        modified(EnvironmentModifier(change: change))
    }

    /// Disables the controls of the view. `disabled(false)` inside a disabled view does not enable
    /// them.
    public func disabled(_ disabled: Bool) -> some View { changingEnvironment { $0.isEnabled = $0.isEnabled && !disabled } }
}
