internal import StrataUndo

/// A modifier that runs actions when the view appears and when it disappears.
private struct AppearanceModifier: BuiltInModifier {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let appearance = node.storage as? AppearanceActions ?? node.graph.appearances.add(node)
        node.storage = appearance
        appearance.appear = appear
        appearance.disappear = disappear
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
        let appearance: AppearanceActions
        /// The modifier of the last evaluation.
        var modifier: TaskModifier
        private var task: Task<Void, Never>?
        /// Whether the task starts after the update.
        private var isStarting = false

        init(_ modifier: TaskModifier, _ node: ViewNode) {
            self.modifier = modifier
            appearance = node.graph.appearances.add(node)
            appearance.appear = { [weak self, weak node] in
                if let self, let node { start(node) }
            }
            appearance.disappear = { [weak self] in self?.task?.cancel() }
        }

        private func start(_ node: ViewNode) {
            // What the task changes can be undone in its window.
            task = UndoWindow.with(node.graph.undoManager) {
                Task(priority: modifier.priority) { [action = modifier.action] in await action() }
            }
        }

        /// Cancels the task, and starts another one after the update. Until then, the ID may change
        /// any number of times.
        func restart(_ node: ViewNode) {
            guard appearance.isShown else { return }
            task?.cancel()
            guard !isStarting else { return }
            isStarting = true
            node.graph.whenShown { [weak self, weak node] in
                self?.isStarting = false
                // The update may have covered the page.
                if let self, let node, appearance.isShown, node.isShown { start(node) }
            }
        }
    }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        if let run = node.storage as? Run {
            let hasNewID = !isSameID(run.modifier.id, id)
            run.modifier = self
            if hasNewID { run.restart(node) }
        } else {
            node.storage = Run(self, node)
        }
        node.updateChild(0, content)
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
    /// window, and again each time when the page or the tab around the view is shown again.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: action, disappear: nil))
    }

    /// Runs an action when the view is removed, when another page of its stack covers it, and when
    /// the user selects another tab, if the view had appeared.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(AppearanceModifier(appear: nil, disappear: action))
    }

    /// Starts a task when the view appears, and cancels it when the view disappears.
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @MainActor () async -> Void)
        -> some View
    {
        modified(TaskModifier(id: 0, priority: priority, action: action))
    }

    /// Starts a task when the view appears, and again after each change of a value.
    ///
    /// The running task is cancelled when the value changes and when the view disappears.
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
