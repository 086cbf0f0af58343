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
    /// The node that has this one among its children; nil after its removal.
    ///
    /// Not weak: a weak reference allocates a side table for the object that it refers to, and each
    /// node has a parent. The parent resets the reference before it is released.
    package private(set) nonisolated(unsafe) unowned(unsafe) var parent: ViewNode?
    let viewType: ObjectIdentifier
    private let storedDepth: Int32
    private let storedBranch: Int32

    package internal(set) var environment: EnvironmentValues
    package internal(set) nonisolated(unsafe) var children: [ViewNode] = []
    /// The node's own element, for a view that shows something itself.
    package internal(set) var element: Element?
    /// An object that a built-in view keeps from update to update.
    package var storage: AnyObject?
    private(set) var slots: PropertySlots?
    /// The plan of the node's view; nil before it is needed.
    private var plan: PropertyPlan?
    /// The view that the node shows; nil before the first update and after the removal.
    private var value: ViewValue?
    /// The observer of the values that the last evaluation has read; nil if it has read none.
    private nonisolated(unsafe) var observer: NodeObserver?
    /// The nodes below, if they have been released; see `ReleasedNodes`.
    var released: ReleasedNodes?
    /// The properties that few nodes have.
    private var rare: RareProperties?

    let evaluation: _ViewEvaluation
    private(set) var isInGraph = true
    /// Whether a value that the view read has changed since the last evaluation.
    private(set) var isOutdated = false
    /// Whether the node's elements are not children of the element around the node, but are
    /// arranged by another node: a sheet is shown over the window, a toolbar's button in the bar.
    private(set) var isDetached = false
    /// Whether the graph will arrange the node's element.
    var needsArrangement = false

    /// The properties that few nodes have, on the heap, which keeps nodes small.
    @MainActor
    private final class RareProperties {
        /// Puts an element around each one below, for a modifier of any number of views.
        var wrapper: ElementWrapper?
        var arrange: (() -> [Element])?
        var onRemoval: (() -> Void)?
        /// The node that arranges the elements of a detached one.
        weak var collector: ViewNode?
    }

    init<V: View>(
        graph: WindowGraph, parent: ViewNode?, view: V.Type, branch: Int, environment: EnvironmentValues
    ) {
        self.graph = graph
        self.parent = parent
        viewType = ObjectIdentifier(view)
        evaluation = view._evaluation
        storedBranch = Int32(truncatingIfNeeded: branch)
        self.environment = environment
        storedDepth = (parent?.storedDepth ?? -1) + 1
    }

    deinit {
        // Others may keep an object longer than this one.
        observer?.node = nil
        for child in children where child.parent === self { child.parent = nil }
    }

    /// The name of the view's type in a ``StablePath``.
    var kind: String { value?.kind ?? "" }

    var depth: Int { Int(storedDepth) }
    var branch: Int { Int(storedBranch) }

    private var rareProperties: RareProperties {
        if let rare { return rare }
        let made = RareProperties()
        rare = made
        return made
    }

    /// Whether the children of the node's element are more than the elements of the nodes below.
    var arrangesElements: Bool { rare?.arrange != nil || storage is any ElementArranger }

    /// Returns the children of the node's element; nil for the elements of all nodes below, in
    /// order.
    var arrange: (() -> [Element])? {
        get { rare?.arrange }
        set { if newValue != nil || rare != nil { rareProperties.arrange = newValue } }
    }

    /// Called when the node leaves the graph.
    var onRemoval: (() -> Void)? {
        get { rare?.onRemoval }
        set { if newValue != nil || rare != nil { rareProperties.onRemoval = newValue } }
    }

    /// Sets the node's view and environment, and evaluates the view if one of them has changed.
    ///
    /// All updates of a node must pass views of the same type. `ViewValue` describes the
    /// comparison.
    ///
    /// - Parameter isCompared: Whether a view that is equal to the present one needs no evaluation.
    func update<V: View>(with view: V, environment: EnvironmentValues, isCompared: Bool = true) {
        if let value {
            let isSameEnvironment = self.environment.isEqual(to: environment)
            let former = unsafeDowncast(value, to: TypedViewValue<V>.self)
            if isSameEnvironment, isCompared, hasSameBytes(former.view, view) { return }
            // An equal environment keeps its old value, so that a comparison of bytes finds it
            // equal below.
            if !isSameEnvironment { self.environment = environment }
            former.view = view
        } else {
            self.environment = environment
            value = TypedViewValue(view)
        }
        evaluateAgain()
    }

    /// Returns whether two values of the node's view have the same bytes, apart from the properties
    /// whose values the node keeps.
    private func hasSameBytes<V: View>(_ former: V, _ view: V) -> Bool {
        evaluation == .body ? plan(of: V.self).haveSameBytes(former, view) : haveSameBytes(former, view)
    }

    /// Evaluates a view with a body: connects its dynamic properties, reads the body, updates the
    /// child.
    func updateComposite<V: View>(_ view: V) {
        // Not a key path, which takes a tenth of the update of a small view.
        updateComposite(view) { $0.body }
    }

    /// Evaluates a value that makes a view, such as a style, in the way a view with a body is
    /// evaluated.
    func updateComposite<Value, Body: View>(_ value: Value, body makeBody: (Value) -> Body) {
        let plan = plan(of: Value.self)
        guard !plan.isEmpty else { return updateChild(0, reading { makeBody(value) }, environment: environment) }
        var value = value
        let slots = self.slots ?? PropertySlots(environment: environment)
        slots.rewind(environment: environment, observer: plan.observesObjects ? currentObserver : nil)
        let body = reading {
            plan.install(in: &value, slots)
            return makeBody(value)
        }
        // Slots without storage have nothing to keep.
        self.slots = slots.isEmpty ? nil : slots
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
        let isFirst = observer == nil
        if isFirst { observer = NodeObserver(self) }
        let result = trackReading(read)
        // Observation keeps the closure, and with it the observer, only if a value was read.
        if isFirst, isKnownUniquelyReferenced(&observer) { observer = nil }
        return result
    }

    private func trackReading<Result>(_ read: () -> Result) -> Result {
        trackObservation(of: read) { [observer] in observer?.valueChanged() ?? false }
    }

    /// The observer of the values that the node reads in its present evaluation.
    var currentObserver: NodeObserver {
        if let observer { return observer }
        let made = NodeObserver(self)
        observer = made
        return made
    }

    /// Marks the node as outdated, after a change of a value that it has read.
    func observedValueChanged() {
        if isOutdated { graph.recordTransaction() } else { graph.setNeedsUpdate(self) }
        isOutdated = true
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
            child.released = released?.takeChild(position, type, branch: branch)
        }
        child.update(with: view, environment: environment)
    }

    /// Creates a node below this one, without adding it to the children.
    func makeChild<V: View>(of type: V.Type, branch: Int = 0) -> ViewNode {
        graph.setNeedsStructure()
        return ViewNode(graph: graph, parent: self, view: type, branch: branch, environment: environment)
    }

    /// Keeps the first children, up to a number, and removes the others.
    package func keepChildren(_ count: Int) {
        while children.count > count { children.removeLast().remove() }
    }

    /// The environment of the nodes below. If this node has an element, the values that apply to
    /// the next element only are reset.
    var childEnvironment: EnvironmentValues {
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
        let element = self.element ?? released?.takeElement() ?? graph.makeElement(content)
        self.element = element
        let handlers = pending.isEmpty ? handlers : handlers + pending.handlers
        let colorScheme = environment.colorScheme
        if colorScheme != environment.windowColorScheme { traits.colorScheme = colorScheme }
        if let direction = environment.fixedLayoutDirection { traits.layoutDirection = direction }
        element.handlers = connectFocus(of: content, &traits, handlers)
        if content.isKeptByPath || traits.isFocused != nil || traits.isFocusable == true {
            traits.path = element.traits.path ?? stablePath
        }
        graph.set(element, content: content, traits: traits)
        graph.setNeedsArrangement(self)
    }

    /// Puts an element around each element below, instead of one around all of them.
    func wrapElements(in content: ElementContent) {
        let wrapper = rare?.wrapper ?? ElementWrapper(content: content, traits: environment.pendingTraits)
        rareProperties.wrapper = wrapper
        graph.setNeedsStructure()
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
        observer?.node = nil
        observer = nil
        isOutdated = false
        guard let value else { return }
        environment.localizing { value.update(self) }
        // The nodes below have been made again, and have the elements that they had.
        released = nil
    }

    /// Makes the next flush update the node's element even if it has not changed. The host may
    /// already show the user's input, which the app has rejected.
    func sendAgain() {
        if let element { graph.setNeedsSending(element) }
    }

    /// Sets the children of the node's element, from `arrange` or from the nodes below.
    func arrangeChildren() {
        guard let element else { return }
        var elements: [Element]?
        // A list evaluates its rows.
        if let arrange { environment.localizing { elements = arrange() } }
        graph.setChildren(of: element, to: elements ?? (storage as? any ElementArranger)?.arrange(self) ?? elementsBelow)
    }

    /// Removes the node and everything below it from the graph.
    func remove() {
        isInGraph = false
        graph.setNeedsStructure()
        observer?.node = nil
        observer = nil
        value = nil
        element?.handlers = []
        rare?.onRemoval?()
        for child in children { child.remove() }
        // Break reference cycles: these objects and closures may hold this node.
        storage = nil
        rare = nil
        released = nil
        children = []
        parent = nil
    }

    /// Appends the elements of this node: its own, or those of the nodes below. A detached node
    /// appends none.
    package func collectElements(into elements: inout [Element]) {
        if !isDetached { collectOwnElements(into: &elements) }
    }

    /// Appends the elements of this node, even if it is detached.
    func collectOwnElements(into elements: inout [Element]) {
        if let element { return elements.append(element) }
        guard let wrapper = rare?.wrapper else { return collectElementsBelow(into: &elements) }
        elements += wrapper.wrap(elementsBelow, in: graph)
    }

    /// The elements of the nodes below, in order.
    package var elementsBelow: [Element] {
        var elements: [Element] = []
        collectElementsBelow(into: &elements)
        return elements
    }

    private func collectElementsBelow(into elements: inout [Element]) {
        if let released { elements += released.elements }
        for child in children { child.collectElements(into: &elements) }
    }

    /// Whether the node puts an element around each element below.
    var wrapsElements: Bool { rare?.wrapper != nil }

    /// Detaches the node, so that another node arranges its elements.
    func detach(to collector: ViewNode?) {
        isDetached = true
        graph.setNeedsStructure()
        guard rare?.collector !== collector else { return }
        rareProperties.collector = collector
        if let collector { graph.setNeedsArrangement(collector) }
    }

    /// Schedules an evaluation of the node, with its current value.
    func setNeedsEvaluation() {
        guard isInGraph, !isOutdated else { return }
        isOutdated = true
        graph.setNeedsUpdate(self)
    }

    /// Whether any node below has an element.
    var holdsElements: Bool {
        released?.elements.isEmpty == false
            || children.contains { !$0.isDetached && ($0.element != nil || $0.holdsElements) }
    }

    /// The nearest node with an element, at or above this one. The search leaves a detached node
    /// without an element for the node that arranges its elements.
    var container: ViewNode? {
        var node: ViewNode? = self
        while let current = node, current.element == nil { node = current.isDetached ? current.rare?.collector : current.parent }
        return node
    }

    // MARK: Releasing

    /// Whether an evaluation of the node's view would make the node as it is, apart from the nodes
    /// below: it keeps no state, observes nothing and handles no events.
    var canBeMadeAgain: Bool {
        evaluation != .node && storage == nil && slots == nil && observer == nil && rare == nil && !isDetached && !isOutdated
            && element?.handlers.isEmpty ?? true
    }

    /// Removes the node, but not its element, from the graph.
    func leave() {
        isInGraph = false
        value = nil
        element = nil
        for child in children { child.leave() }
        children = []
        parent = nil
    }
}
