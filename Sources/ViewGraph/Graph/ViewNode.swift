internal import Traps

/// A view that is on the screen: its identity, its stored properties, and the nodes of the views inside it.
///
/// A node stays while a view of the same type stands in the same place (or under the same key of a ``ForEach``), and goes, with its
/// state, when it does not.
@MainActor
public final class ViewNode {
    package unowned let graph: WindowGraph
    package private(set) weak var parent: ViewNode?
    let depth: Int
    let viewType: ObjectIdentifier
    let branch: Int

    package internal(set) var environment: EnvironmentValues
    package internal(set) var children: [ViewNode] = []
    /// What this node itself puts on the screen, if anything.
    package internal(set) var element: Element?
    /// How the element's children follow from the nodes below; nil for "all their elements, in order".
    var arrange: (() -> [Element])?
    /// Something a built-in view keeps from update to update.
    package var storage: AnyObject?
    /// Called once the node leaves the graph.
    var onRemoval: (() -> Void)?

    private(set) var slots: PropertySlots?
    private var refresh: (() -> Void)?
    /// Counts evaluations, so that a notice about an older one is dropped.
    private var evaluation = 0
    private(set) var isInGraph = true
    /// Whether something the view read has changed since it was last evaluated.
    private(set) var isOutdated = false

    init(graph: WindowGraph, parent: ViewNode?, viewType: ObjectIdentifier, branch: Int, environment: EnvironmentValues) {
        self.graph = graph
        self.parent = parent
        self.viewType = viewType
        self.branch = branch
        self.environment = environment
        depth = (parent?.depth ?? -1) + 1
    }

    /// Brings the node up to date with a new value of its view.
    func update<V: View>(with view: V, environment: EnvironmentValues) {
        self.environment = environment
        refresh = { [unowned self] in view._update(self) }
        evaluateAgain()
    }

    func updateComposite<V: View>(_ view: V) {
        var view = view
        let plan = PropertyPlan.of(V.self)
        if !plan.isEmpty {
            let slots = self.slots ?? PropertySlots(environment: environment)
            slots.rewind(environment: environment)
            self.slots = slots
        }
        let body = reading {
            if let slots { plan.install(in: &view, slots) }
            return view.body
        }
        updateChild(0, body, environment: environment)
    }

    /// Reads state on behalf of this node, which is evaluated again after the next change of anything that was read.
    ///
    /// Views with a body read theirs this way; built-in views, their bindings.
    func reading<Result>(_ read: () -> Result) -> Result {
        trackObservation(of: read) { [weak self, evaluation] in
            guard let self, self.evaluation == evaluation, isInGraph else { return false }
            if isOutdated { graph.noteTransaction() } else { graph.setNeedsUpdate(self) }
            isOutdated = true
            return true
        }
    }

    /// Brings the child at a position up to date, making it, or replacing one of another type.
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

    /// A new node below this one, not yet among its children.
    func makeChild<V: View>(of type: V.Type, branch: Int = 0) -> ViewNode {
        ViewNode(graph: graph, parent: self, viewType: ObjectIdentifier(type), branch: branch, environment: environment)
    }

    /// Drops the children from a position on.
    package func keepChildren(_ count: Int) {
        while children.count > count { children.removeLast().remove() }
    }

    /// What the nodes below inherit: what was meant for "the next element" ends at the element.
    private var childEnvironment: EnvironmentValues {
        guard element != nil else { return environment }
        var inherited = environment
        inherited.inherited.traits = ElementTraits()
        inherited.inherited.isListContent = false
        return inherited
    }

    /// Gives the node an element, or its element new content, and has its children laid out after this update.
    package func show(_ content: ElementContent, respond: ((ElementEvent) -> Void)? = nil) {
        let element = self.element ?? graph.makeElement(content)
        self.element = element
        element.respond = respond
        graph.set(element, content: content, traits: environment.inherited.traits)
        graph.setNeedsArrangement(self)
    }

    /// Evaluates the view again with the value it was last given.
    func evaluateAgain() {
        evaluation += 1
        isOutdated = false
        refresh?()
    }

    /// Gives the element the children that follow from the nodes below.
    func arrangeChildren() {
        guard let element else { return }
        var elements: [Element] = []
        if let arrange { elements = arrange() } else { for child in children { child.collectElements(into: &elements) } }
        graph.setChildren(of: element, to: elements)
    }

    /// Takes the node and all below it out of the graph.
    func remove() {
        isInGraph = false
        refresh = nil
        element?.respond = nil
        onRemoval?()
        for child in children { child.remove() }
        // What a built-in view keeps may hold closures over this node.
        storage = nil
        arrange = nil
        onRemoval = nil
        children = []
    }

    /// Adds the elements this node stands for: its own, or those of the nodes below.
    package func collectElements(into elements: inout [Element]) {
        if let element { elements.append(element) } else { for child in children { child.collectElements(into: &elements) } }
    }

    /// Whether any node below puts something on the screen.
    var holdsElements: Bool { children.contains { $0.element != nil || $0.holdsElements } }

    /// The nearest node at or above this one that holds elements.
    var container: ViewNode? {
        var node: ViewNode? = self
        while let current = node, current.element == nil { node = current.parent }
        return node
    }
}
