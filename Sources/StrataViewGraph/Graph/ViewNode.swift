internal import StrataTraps

/// The node of a view that is shown: its identity, its stored properties, and the nodes of the
/// views inside it. `WindowGraph` describes how nodes are evaluated.
///
/// # Identity
///
/// A node is kept while a view of the same type is at the same position in its parent, in the same
/// branch of an `if`, or under the same key of a ``ForEach``. Otherwise it is removed with
/// everything inside it, and a new node starts with initial state. So `@State` in a row follows its
/// data when rows are sorted, and the two branches of an `if` share no state even if their types
/// are equal.
///
/// # State
///
/// The node keeps the values of `@State` and of the other dynamic properties in its
/// `PropertySlots`, because each evaluation of the parent makes a new value of the view. Before it
/// reads `body`, the node connects the properties of the new value to its slots (`PropertyPlan`): a
/// `@State` finds its storage there, an `@Environment` the node's environment.
///
/// # Environment
///
/// `environment` is passed down by value. A modifier changes a copy and updates its child with it,
/// so a change reaches everything inside. Some values apply to the next element only, such as its
/// traits: the first node with an element resets them for the nodes inside.
///
/// # Invalidation
///
/// The node observes the values that `body` reads. The first change of one marks the node as
/// outdated. Callbacks carry the revision of their evaluation: the node ignores those of earlier
/// evaluations, and ignores all callbacks once it is removed.
@MainActor
public final class ViewNode {
    package unowned let graph: WindowGraph
    package private(set) weak var parent: ViewNode?
    let depth: Int
    let viewType: ObjectIdentifier
    let branch: Int

    package internal(set) var environment: EnvironmentValues
    package internal(set) var children: [ViewNode] = []
    /// The node's own element, for a view that shows something itself.
    package internal(set) var element: Element?
    /// Puts an element around each one below, for a modifier of any number of views.
    private var wrapper: ElementWrapper?
    /// Returns the children of the node's element; nil for the elements of all nodes below, in
    /// order.
    var arrange: (() -> [Element])?
    /// An object that a built-in view keeps from update to update.
    package var storage: AnyObject?
    /// Called when the node leaves the graph.
    var onRemoval: (() -> Void)?
    /// Whether the node's elements are not children of the element around the node, but are
    /// arranged by another node: a sheet is shown over the window, a toolbar's button in the bar.
    private(set) var isDetached = false
    /// The node that arranges the elements of a detached one.
    private weak var collector: ViewNode?

    private(set) var slots: PropertySlots?
    /// The plan of the node's view; nil before the first update.
    private var plan: PropertyPlan?
    /// The view that the node shows; nil before the first update and after the removal.
    private var value: ViewValue?
    /// The revision of the last evaluation, to ignore callbacks of earlier ones.
    private var evaluation = 0
    private(set) var isInGraph = true
    /// Whether a value that the view read has changed since the last evaluation.
    private(set) var isOutdated = false

    init(graph: WindowGraph, parent: ViewNode?, viewType: ObjectIdentifier, branch: Int, environment: EnvironmentValues) {
        self.graph = graph
        self.parent = parent
        self.viewType = viewType
        self.branch = branch
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
    }

    /// Sets the node's view and environment, and evaluates the view if one of them has changed.
    ///
    /// All updates of a node must pass views of the same type. `ViewValue` describes the
    /// comparison.
    func update<V: View>(with view: V, environment: EnvironmentValues) {
        if let value {
            let isSameEnvironment = self.environment.isEqual(to: environment)
            let former = unsafeDowncast(value, to: TypedViewValue<V>.self).view
            if isSameEnvironment, plan(of: V.self).haveSameBytes(former, view) { return }
            // An equal environment keeps its old value, so that a comparison of bytes finds it
            // equal below.
            if !isSameEnvironment { self.environment = environment }
        } else {
            self.environment = environment
        }
        value = TypedViewValue(view)
        evaluateAgain()
    }

    /// Evaluates a view with a body: connects its dynamic properties, reads the body, updates the
    /// child.
    func updateComposite<V: View>(_ view: V) { updateComposite(view, body: \.body) }

    /// Evaluates a value that makes a view, such as a style, in the way a view with a body is
    /// evaluated.
    func updateComposite<Value, Body: View>(_ value: Value, body makeBody: (Value) -> Body) {
        var value = value
        let plan = plan(of: Value.self)
        if !plan.isEmpty {
            let slots = self.slots ?? PropertySlots(environment: environment)
            slots.rewind(environment: environment)
            self.slots = slots
        }
        let body = reading {
            if let slots { plan.install(in: &value, slots) }
            return makeBody(value)
        }
        updateChild(0, body, environment: environment)
    }

    /// Returns the plan of a type, which is looked up once for the node's view.
    private func plan(of type: Any.Type) -> PropertyPlan {
        guard ObjectIdentifier(type) == viewType else { return PropertyPlan.of(type) }
        let plan = self.plan ?? PropertyPlan.of(type)
        self.plan = plan
        return plan
    }

    /// Reads state for this node: the first change of a value that was read marks the node as
    /// outdated, so that the next update evaluates it again.
    ///
    /// Bodies are read in this way, and the bindings of built-in views.
    func reading<Result>(_ read: () -> Result) -> Result {
        trackObservation(of: read) { [weak self, evaluation] in
            guard let self, self.evaluation == evaluation, isInGraph else { return false }
            if isOutdated { graph.recordTransaction() } else { graph.setNeedsUpdate(self) }
            isOutdated = true
            return true
        }
    }

    /// Updates the child at a position, or creates it. A child of another type or branch is
    /// replaced.
    package func updateChild<V: View>(_ position: Int, _ view: V, branch: Int = 0, environment: EnvironmentValues? = nil) {
        let environment = environment ?? childEnvironment
        let type = ObjectIdentifier(V.self)
        if position < children.count, children[position].viewType == type, children[position].branch == branch {
            children[position].update(with: view, environment: environment)
            return
        }
        let child = makeChild(of: V.self, branch: branch)
        if position < children.count {
            children[position].remove()
            children[position] = child
        } else {
            require(position == children.count, "The children of a view node must be updated in order, from the first.")
            children.append(child)
        }
        child.update(with: view, environment: environment)
    }

    /// Creates a node below this one, without adding it to the children.
    func makeChild<V: View>(of type: V.Type, branch: Int = 0) -> ViewNode {
        ViewNode(graph: graph, parent: self, viewType: ObjectIdentifier(type), branch: branch, environment: environment)
    }

    /// Keeps the first children, up to a number, and removes the others.
    package func keepChildren(_ count: Int) {
        while children.count > count { children.removeLast().remove() }
    }

    /// The environment of the nodes below. If this node has an element, the values that apply to
    /// the next element only are reset.
    private var childEnvironment: EnvironmentValues {
        element == nil ? environment : environment.inBox(of: nil)
    }

    /// Sets the content of the node's element and the events that it handles, and schedules its
    /// arrangement. The first call creates the element.
    ///
    /// - Parameter traits: The element's traits; nil for those that modifiers have set. Only in the
    ///   latter case does the element also get the handlers that modifiers have set.
    package func show(_ content: ElementContent, on handlers: [EventHandler] = [], traits: ElementTraits? = nil) {
        // The pending traits name the events that the pending handlers handle.
        let pending = traits == nil ? environment.pendingHandlers : PendingHandlers()
        var traits = traits ?? environment.pendingTraits
        let element = self.element ?? graph.makeElement(content)
        self.element = element
        let handlers = pending.isEmpty ? handlers : handlers + pending.handlers
        let colorScheme = environment.colorScheme
        if colorScheme != environment.windowColorScheme { traits.colorScheme = colorScheme }
        element.handlers = connectFocus(of: content, &traits, handlers)
        graph.set(element, content: content, traits: traits)
        graph.setNeedsArrangement(self)
    }

    /// Puts an element around each element below, instead of one around all of them.
    func wrapElements(in content: ElementContent) {
        let wrapper = wrapper ?? ElementWrapper(content: content, traits: environment.pendingTraits)
        self.wrapper = wrapper
        (wrapper.content, wrapper.traits) = (content, environment.pendingTraits)
        wrapper.handlers = environment.pendingHandlers.handlers
    }

    /// Connects the element's focus with the state of a `focused` modifier, if the element can have
    /// the focus, and returns the handlers with one for the focus.
    private func connectFocus(of content: ElementContent, _ traits: inout ElementTraits, _ handlers: [EventHandler])
        -> [EventHandler]
    {
        guard content.takesFocus || traits.isFocusable == true, let focus = environment.focusPlacement, focus.target.claim(self)
        else { return handlers }
        traits.isFocused = focus.isFocused
        let own = handlers.first { $0.name == FocusEvent.name }
        let handler = EventHandler(FocusEvent.self) { [target = focus.target] event in
            target.focusChanged(event.isFocused)
            own?.handle(event)
        }
        return handlers.filter { $0.name != FocusEvent.name } + [handler]
    }

    /// Evaluates the view again, with its current value.
    func evaluateAgain() {
        evaluation += 1
        isOutdated = false
        environment.localizing { value?.update(self) }
    }

    /// Makes the next flush update the node's element even if it has not changed. The host may
    /// already show the user's input, which the app has rejected.
    func sendAgain() {
        if let element { graph.setNeedsSending(element) }
    }

    /// Sets the children of the node's element, from `arrange` or from the nodes below.
    func arrangeChildren() {
        guard let element else { return }
        graph.setChildren(of: element, to: arrange?() ?? elementsBelow)
    }

    /// Removes the node and everything below it from the graph.
    func remove() {
        isInGraph = false
        value = nil
        element?.handlers = []
        onRemoval?()
        for child in children { child.remove() }
        // Break reference cycles: these objects and closures may hold this node.
        storage = nil
        arrange = nil
        onRemoval = nil
        children = []
    }

    /// Appends the elements of this node: its own, or those of the nodes below. A detached node
    /// appends none.
    package func collectElements(into elements: inout [Element]) {
        if !isDetached { collectOwnElements(into: &elements) }
    }

    /// Appends the elements of this node, even if it is detached.
    func collectOwnElements(into elements: inout [Element]) {
        if let element { return elements.append(element) }
        guard let wrapper else { return children.forEach { $0.collectElements(into: &elements) } }
        elements += wrapper.wrap(elementsBelow, in: graph)
    }

    /// The elements of the nodes below, in order.
    package var elementsBelow: [Element] {
        var elements: [Element] = []
        for child in children { child.collectElements(into: &elements) }
        return elements
    }

    /// Whether the node puts an element around each element below.
    var wrapsElements: Bool { wrapper != nil }

    /// Detaches the node, so that another node arranges its elements.
    func detach(to collector: ViewNode?) {
        isDetached = true
        guard self.collector !== collector else { return }
        self.collector = collector
        if let collector { graph.setNeedsArrangement(collector) }
    }

    /// Schedules an evaluation of the node, with its current value.
    func setNeedsEvaluation() {
        guard isInGraph, !isOutdated else { return }
        isOutdated = true
        graph.setNeedsUpdate(self)
    }

    /// Whether any node below has an element.
    var holdsElements: Bool { children.contains { !$0.isDetached && ($0.element != nil || $0.holdsElements) } }

    /// The nearest node with an element, at or above this one. The search leaves a detached node
    /// without an element for the node that arranges its elements.
    var container: ViewNode? {
        var node: ViewNode? = self
        while let current = node, current.element == nil { node = current.isDetached ? current.collector : current.parent }
        return node
    }
}
