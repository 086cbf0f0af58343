internal import StrataUndo

/// A modifier that runs actions when the view appears and when it is removed.
private struct AppearanceModifier: BuiltInModifier {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    @MainActor
    private final class Phase {
        var isShown = false
        /// The actions of the last evaluation.
        var appear: (() -> Void)?
        var disappear: (() -> Void)?
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let phase = node.storage as? Phase ?? Phase()
        if node.storage == nil {
            node.storage = phase
            node.graph.whenShown { [weak node] in
                guard node?.isInGraph == true else { return }
                phase.isShown = true
                phase.appear?()
            }
            node.onRemoval = { if phase.isShown { phase.disappear?() } }
        }
        phase.appear = appear
        phase.disappear = disappear
        node.updateChild(0, content)
    }
}

/// A modifier that runs a task while the view is shown, and starts it again when its ID changes.
private struct TaskModifier<ID: Equatable>: BuiltInModifier {
    let id: ID
    let priority: TaskPriority
    let action: @Sendable @MainActor () async -> Void

    @MainActor
    private final class Run {
        /// The modifier of the last evaluation.
        var modifier: TaskModifier
        var task: Task<Void, Never>?
        /// Whether the task starts as soon as the view is shown. Before that, the ID may change any
        /// number of times.
        var isStarting = false

        init(_ modifier: TaskModifier) { self.modifier = modifier }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let run = node.storage as? Run {
            let hasNewID = !isSameID(run.modifier.id, id)
            run.modifier = self
            if hasNewID {
                run.task?.cancel()
                start(run, node)
            }
        } else {
            let run = Run(self)
            node.storage = run
            node.onRemoval = { run.task?.cancel() }
            start(run, node)
        }
        node.updateChild(0, content)
    }

    /// Starts the task once the view is shown.
    private func start(_ run: Run, _ node: ViewNode) {
        guard !run.isStarting else { return }
        run.isStarting = true
        node.graph.whenShown { [weak node] in
            run.isStarting = false
            guard let node, node.isInGraph else { return }
            // What the task changes can be undone in its window.
            run.task = UndoWindow.with(node.graph.undoManager) {
                Task(priority: run.modifier.priority) { [action = run.modifier.action] in await action() }
            }
        }
    }
}

/// A modifier that runs an action after an update in which a value has changed.
private struct ChangeModifier<Value: Equatable>: BuiltInModifier {
    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    /// The last value, and the limit of the action.
    @MainActor
    private final class Known {
        var value: Value
        let limit = ChangeLimit(Value.self)

        init(_ value: Value) { self.value = value }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let last = node.storage as? Known {
            let former = last.value
            last.value = value
            if !isSameID(former, value) {
                node.graph.whenChanged(last.limit) { [action, value] in action(former, value) }
            }
        } else {
            node.storage = Known(value)
            if initial { node.graph.whenShown { [action, value] in action(value, value) } }
        }
        node.updateChild(0, content)
    }
}

extension View {
    /// Runs an action when the view is shown to the user: not before a browser has connected to the
    /// window.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: action, disappear: nil))
    }

    /// Runs an action when the view is removed, if it had appeared.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: nil, disappear: action))
    }

    /// Starts a task when the view appears, and cancels it when the view is removed.
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @MainActor () async -> Void)
        -> some View
    {
        modified(TaskModifier(id: 0, priority: priority, action: action))
    }

    /// Starts a task when the view appears, and again after each change of a value.
    ///
    /// The running task is cancelled when the value changes and when the view is removed.
    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @MainActor () async -> Void
    ) -> some View {
        modified(TaskModifier(id: value, priority: priority, action: action))
    }

    /// Runs an action after an update that changed a value, with the old value and the new one.
    ///
    /// If `initial` is true, the action also runs when the view appears, with the value as both.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void)
        -> some View
    {
        modified(ChangeModifier(value: value, initial: initial, action: action))
    }

    /// Runs an action after an update that changed a value.
    ///
    /// If `initial` is true, the action also runs when the view appears.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
        modified(ChangeModifier(value: value, initial: initial) { _, _ in action() })
    }

    /// Runs an action after an update that changed a value, with the new value.
    @available(*, deprecated, message: "Use `onChange` with an action of two or no parameters instead.")
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some View {
        modified(ChangeModifier(value: value, initial: false) { _, new in action(new) })
    }
}
