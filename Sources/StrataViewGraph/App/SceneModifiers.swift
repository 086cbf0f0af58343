public import Observation
public import OpenCombine

/// A scene whose windows a modifier changes.
private struct ModifiedScene<Content: Scene>: BuiltInScene {
    let content: Content
    let change: (inout WindowDefinition) -> Void

    func _collect(into list: inout SceneList) {
        let outer = list.windows.count
        content._collect(into: &list)
        for index in list.windows.indices.dropFirst(outer) { change(&list.windows[index]) }
    }
}

/// A scene in whose environment a modifier changes values, and so in that of its windows.
private struct EnvironmentScene<Content: Scene>: BuiltInScene {
    let content: Content
    let change: (inout EnvironmentValues) -> Void

    func _collect(into list: inout SceneList) {
        let outer = list.environment
        change(&list.environment)
        // Changes of outer modifiers run first, so that inner modifiers take precedence.
        content.changingWindows { $0.environment.insert(change, at: 0) }._collect(into: &list)
        list.environment = outer
    }
}

/// A value that an `onChange` modifier of a scene observes.
struct SceneChange {
    let id: SceneID
    let value: any Equatable
    /// Whether the action also runs at the first evaluation.
    let isInitial: Bool
    /// Runs the action with the old value and the new one.
    let action: (Any, Any) -> Void

    /// Runs the action if the value differs from the last one. Without a last one, runs it if the
    /// scene is new and the action is to run at the first evaluation.
    func run(after last: SceneChange?) {
        guard let last else {
            if isInitial { action(value, value) }
            return
        }
        if !isEqual(value, to: last.value) { action(last.value, value) }
    }

    private func isEqual<Value: Equatable>(_ value: Value, to other: any Equatable) -> Bool { (other as? Value) == value }
}

/// A scene that observes a value.
private struct ChangeScene<Content: Scene, Value: Equatable>: BuiltInScene {
    let content: Content
    let value: Value
    let isInitial: Bool
    let action: (Value, Value) -> Void

    func _collect(into list: inout SceneList) {
        // The content has an ID of its own, because it may be another scene that observes a value.
        list.collect(content, at: 0)
        let change = SceneChange(id: list.id, value: value, isInitial: isInitial) { [action] old, new in
            if let old = old as? Value, let new = new as? Value { action(old, new) }
        }
        list.changes.append(change)
    }
}

extension Scene {
    /// Sets a value in the environment of the scene's windows.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
        inEnvironment { $0[keyPath: keyPath] = value }
    }

    /// Puts an observable object into the environment of the scene's windows, where
    /// `@Environment(Type.self)` finds it. Nil removes one that a modifier further out has set.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
        inEnvironment { $0[object: T.self] = object }
    }

    /// Puts an observable object into the environment of the scene's windows, where
    /// `@EnvironmentObject` finds it.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
        inEnvironment { $0[object: T.self] = object }
    }

    /// Changes a value in the environment of the scene's windows.
    public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some Scene {
        inEnvironment { transform(&$0[keyPath: keyPath]) }
    }

    /// Changes the environment of the scene and of its windows.
    private func inEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> some Scene {
        EnvironmentScene(content: self, change: change)
    }

    /// Changes the windows of the scene.
    func changingWindows(_ change: @escaping (inout WindowDefinition) -> Void) -> some Scene {
        ModifiedScene(content: self, change: change)
    }

    /// Runs an action after a change of a value that the app's body reads, with the old value and
    /// the new one.
    ///
    /// If `initial` is true, the action also runs when the app starts, with the value as both.
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene {
        ChangeScene(content: self, value: value, isInitial: initial, action: action)
    }

    /// Runs an action after a change of a value that the app's body reads.
    ///
    /// If `initial` is true, the action also runs when the app starts.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene {
        ChangeScene(content: self, value: value, isInitial: initial) { _, _ in action() }
    }

    /// Runs an action after a change of a value that the app's body reads, with the new value.
    @available(*, deprecated, message: "Use `onChange` with an action of two or no parameters instead.")
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some Scene {
        ChangeScene(content: self, value: value, isInitial: false) { _, new in action(new) }
    }
}
