/// Calls back when the view comes on the screen and when it goes.
private struct AppearanceModifier: BuiltInModifier {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    @MainActor
    private final class Phase {
        var isShown = false
        var disappear: (() -> Void)?
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let phase = node.storage as? Phase ?? Phase()
        if node.storage == nil {
            node.storage = phase
            node.graph.whenShown { [weak node, appear] in
                guard node?.isInGraph == true else { return }
                phase.isShown = true
                appear?()
            }
            node.onRemoval = { if phase.isShown { phase.disappear?() } }
        }
        phase.disappear = disappear
        node.updateChild(0, content)
    }
}

/// Runs a task while the view is on the screen, and again when its identity changes.
private struct TaskModifier<ID: Equatable>: BuiltInModifier {
    let id: ID
    let priority: TaskPriority
    let action: @Sendable @MainActor () async -> Void

    @MainActor
    private final class Run {
        var id: ID
        var task: Task<Void, Never>?
        init(id: ID) { self.id = id }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let run = node.storage as? Run {
            if run.id != id {
                run.id = id
                run.task?.cancel()
                start(run, node)
            }
        } else {
            let run = Run(id: id)
            node.storage = run
            node.onRemoval = { run.task?.cancel() }
            start(run, node)
        }
        node.updateChild(0, content)
    }

    private func start(_ run: Run, _ node: ViewNode) {
        node.graph.whenShown { [weak node, action, priority] in
            guard node?.isInGraph == true else { return }
            run.task = Task(priority: priority) { await action() }
        }
    }
}

/// Calls back when a value is other than at the last update.
private struct ChangeModifier<Value: Equatable>: BuiltInModifier {
    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    @MainActor
    private final class Last {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let last = node.storage as? Last {
            if last.value != value {
                let former = last.value
                last.value = value
                node.graph.whenShown { [action, value] in action(former, value) }
            }
        } else {
            node.storage = Last(value)
            if initial { node.graph.whenShown { [action, value] in action(value, value) } }
        }
        node.updateChild(0, content)
    }
}

extension View {
    /// Calls back when the view comes on the screen of a person; a page nobody has opened yet calls nothing.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: action, disappear: nil))
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: nil, disappear: action))
    }

    /// Runs a task from the view's appearance on; it is cancelled when the view goes.
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @MainActor () async -> Void)
        -> some View
    {
        modified(TaskModifier(id: 0, priority: priority, action: action))
    }

    /// As `task(priority:_:)`, and starts again when `value` changes.
    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @MainActor () async -> Void
    ) -> some View {
        modified(TaskModifier(id: value, priority: priority, action: action))
    }

    /// Calls back after an update that changed a value, with the old and the new one.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void)
        -> some View
    {
        modified(ChangeModifier(value: value, initial: initial, action: action))
    }

    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
        modified(ChangeModifier(value: value, initial: initial) { _, _ in action() })
    }
}
