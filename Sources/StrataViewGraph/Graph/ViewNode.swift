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
/// The values of `@State` and the other dynamic properties are kept by the node, in its
/// `PropertySlots`, because the view's own value is made again at each evaluation. Before it
/// reads `body`, the node connects the properties of the new value to its slots (`PropertyPlan`):
/// a `@State` finds its storage there, an `@Environment` the node's environment.
///
/// # Environment
///
/// `environment` is passed down by value. A modifier changes a copy and updates its child with
/// it, so a change reaches everything inside. What modifiers say of "the next element" (traits,
/// being a list row) ends at the first node with an element.
///
/// # Invalidation
///
/// The node observes what `body` reads. The first change marks it as outdated; a callback of an
/// earlier evaluation is ignored, by its revision. A removed node ignores all callbacks.
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
    /// The elements around each one below, for a modifier of views whose number is not known.
    private var wrapper: ElementWrapper?
    /// Computes the element's children; nil for the elements of all nodes below, in order.
    var arrange: (() -> [Element])?
    /// An object that a built-in view keeps from update to update.
    package var storage: AnyObject?
    /// Called when the node leaves the graph.
    var onRemoval: (() -> Void)?
    /// Whether the elements of the node are children of another node's element than the one around
    /// it: a sheet is shown over the window, a toolbar's button in the bar.
    private(set) var isDetached = false
    /// The node that arranges the elements of a detached one.
    private weak var collector: ViewNode?

    private(set) var slots: PropertySlots?
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

    /// Sets the node's view and environment, and evaluates it if one of them differs from before.
    ///
    /// All updates of a node are with views of the same type. See `ViewValue`.
    func update<V: View>(with view: V, environment: EnvironmentValues) {
        if let value {
            let isSameEnvironment = self.environment.isEqual(to: environment)
            let former = unsafeDowncast(value, to: TypedViewValue<V>.self).view
            if isSameEnvironment, PropertyPlan.of(V.self).haveSameBytes(former, view) { return }
            // An equal environment stays the same value, so that nodes below find it equal at once.
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

    /// Evaluates a value that makes a view, such as a style, as a view with a body is evaluated.
    func updateComposite<Value, Body: View>(_ value: Value, body makeBody: (Value) -> Body) {
        var value = value
        let plan = PropertyPlan.of(Value.self)
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

    /// Reads state for this node, which is evaluated again after the next change of a value that
    /// was read.
    ///
    /// For the bodies of views, and the bindings that built-in views read.
    func reading<Result>(_ read: () -> Result) -> Result {
        trackObservation(of: read) { [weak self, evaluation] in
            guard let self, self.evaluation == evaluation, isInGraph else { return false }
            if isOutdated { graph.recordTransaction() } else { graph.setNeedsUpdate(self) }
            isOutdated = true
            return true
        }
    }

    /// Updates the child at a position; creates it, or replaces one of another type or branch.
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
            require(position == children.count, "Children of a view node are updated in order.")
            children.append(child)
        }
        child.update(with: view, environment: environment)
    }

    /// Creates a node below this one, which is not among its children yet.
    func makeChild<V: View>(of type: V.Type, branch: Int = 0) -> ViewNode {
        ViewNode(graph: graph, parent: self, viewType: ObjectIdentifier(type), branch: branch, environment: environment)
    }

    /// Removes the children from a position on.
    package func keepChildren(_ count: Int) {
        while children.count > count { children.removeLast().remove() }
    }

    /// The environment of the nodes below, without what applies to the next element only if that is
    /// this node's.
    private var childEnvironment: EnvironmentValues {
        element == nil ? environment : environment.inBox(of: nil)
    }

    /// Sets the content of the node's element and the events that it handles, creating it if
    /// necessary, and schedules its arrangement.
    ///
    /// - Parameter traits: The element's traits; nil for those that modifiers have set.
    package func show(_ content: ElementContent, on handlers: [EventHandler] = [], traits: ElementTraits? = nil) {
        // Handlers go with the traits that name their events.
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

    /// Connects the element's focus with the state that a `focused` modifier names, and returns the
    /// handlers with that of the focus.
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

    /// Evaluates the view again, with its last value.
    func evaluateAgain() {
        evaluation += 1
        isOutdated = false
        environment.localizing { value?.update(self) }
    }

    /// Has the next flush update the node's element, even if it is as the host drew it: the host
    /// may show what the user did, and the app may have rejected it.
    func sendAgain() {
        if let element { graph.setNeedsSending(element) }
    }

    /// Sets the children of the node's element from the nodes below.
    func arrangeChildren() {
        guard let element else { return }
        var elements: [Element] = []
        if let arrange { elements = arrange() } else { for child in children { child.collectElements(into: &elements) } }
        graph.setChildren(of: element, to: elements)
    }

    /// Removes the node and everything below it from the graph.
    func remove() {
        isInGraph = false
        value = nil
        element?.handlers = []
        onRemoval?()
        for child in children { child.remove() }
        // Breaks reference cycles: the objects of built-in views may hold closures over this node.
        storage = nil
        arrange = nil
        onRemoval = nil
        children = []
    }

    /// Appends the elements of this node: its own, or those of the nodes below. Appends none of a
    /// detached node.
    package func collectElements(into elements: inout [Element]) {
        if !isDetached { collectOwnElements(into: &elements) }
    }

    /// Appends the elements of this node, also if it is detached.
    func collectOwnElements(into elements: inout [Element]) {
        if let element { return elements.append(element) }
        guard let wrapper else { return children.forEach { $0.collectElements(into: &elements) } }
        var inner: [Element] = []
        for child in children { child.collectElements(into: &inner) }
        elements += wrapper.wrap(inner, in: graph)
    }

    /// Whether ``collectElements(into:)`` answers elements that this node puts around those below.
    var wrapsElements: Bool { wrapper != nil }

    /// Has another node arrange the elements of this one.
    func detach(to collector: ViewNode?) {
        isDetached = true
        guard self.collector !== collector else { return }
        self.collector = collector
        if let collector { graph.setNeedsArrangement(collector) }
    }

    /// Has the next update evaluate the node, with its last value.
    func setNeedsEvaluation() {
        guard isInGraph, !isOutdated else { return }
        isOutdated = true
        graph.setNeedsUpdate(self)
    }

    /// Whether any node below has an element.
    var holdsElements: Bool { children.contains { !$0.isDetached && ($0.element != nil || $0.holdsElements) } }

    /// The nearest node with an element, at or above this one. For what is in a detached node
    /// without an element, the node that arranges it.
    var container: ViewNode? {
        var node: ViewNode? = self
        while let current = node, current.element == nil { node = current.isDetached ? current.collector : current.parent }
        return node
    }
}
