/// The live view nodes of one window, and the elements they put on the screen.
///
/// Life of a change: observable state changes → the nodes that read it are noted → the host calls ``flush()`` when it is ready to
/// draw → those bodies are evaluated, once each, parents first → containers whose content changed are arranged again → what differs
/// from what the host has is returned as mutations. Cost follows the nodes that changed and the rows on the screen.
@MainActor
package final class WindowGraph {
    /// The element of the whole window.
    package let root: Element
    /// Called once when something changed and a flush is due.
    package var onNeedsFlush: (() -> Void)?

    private var rootNode: ViewNode?
    private var nextElementID = 1
    private var elements: [Int: Element] = [:]

    private var outdated: [ViewNode] = []
    private var unarranged: [ObjectIdentifier: ViewNode] = [:]
    private var formerChildren: [ObjectIdentifier: (parent: Element, children: [Element])] = [:]
    private var changed: [ObjectIdentifier: Element] = [:]
    private var isFlushNoted = false
    private var pendingAnimation: Animation?
    private var isShown = false
    private var pendingAppearances: [() -> Void] = []

    /// Makes a window that shows a view; nothing is mounted before ``mount()``.
    package init<V: View>(title: String, environment: EnvironmentValues = EnvironmentValues(), content: V) {
        root = Element(id: 0, content: .window(title: title))
        let node = ViewNode(graph: self, parent: nil, viewType: ObjectIdentifier(V.self), branch: 0, environment: environment)
        node.element = root
        rootNode = node
        node.updateChild(0, content, environment: environment)
        setNeedsArrangement(node)
        settle()
    }

    // MARK: What hosts call

    /// Declares all elements given to the host, which draws the tree from ``root``.
    package func mount() {
        _ = flush()
        mount(root)
    }

    /// Tells the views that a person sees the window now: appearances are reported and tasks start.
    package func appear() {
        isShown = true
        runAppearances()
    }

    /// Takes all views down: disappearances are reported, tasks end.
    package func close() {
        isShown = false
        pendingAppearances = []
        rootNode?.remove()
        rootNode = nil
        onNeedsFlush = nil
    }

    /// The mounted element of a number; nil when it is gone, as may be when a person acts on what was just removed.
    package func element(_ id: Int) -> Element? { elements[id] }

    /// Lets an element answer what a person did. False where the element is gone or does not take such an event.
    @discardableResult
    package func send(_ event: ElementEvent, to id: Int) -> Bool {
        guard let element = elements[id], let respond = element.respond else { return false }
        respond(event)
        return true
    }

    /// Brings everything up to date and returns what a host has to change.
    package func flush() -> [Mutation] { flushAnimated().mutations }

    /// Brings everything up to date and returns what a host has to change, and how.
    ///
    /// All that changed since the last flush moves together: of several animations, the last.
    package func flushAnimated() -> (mutations: [Mutation], animation: Animation?) {
        isFlushNoted = false
        settle()
        let mutations = takeMutations()
        let animation = pendingAnimation
        pendingAnimation = nil
        runAppearances()
        return (mutations, animation)
    }

    // MARK: What nodes call

    func makeElement(_ content: ElementContent) -> Element {
        defer { nextElementID += 1 }
        return Element(id: nextElementID, content: content)
    }

    func set(_ element: Element, content: ElementContent, traits: ElementTraits) {
        guard element.content != content || element.traits != traits else { return }
        element.content = content
        element.traits = traits
        guard element.isMounted else { return }
        changed[ObjectIdentifier(element)] = element
        noteFlush()
    }

    func setChildren(of element: Element, to children: [Element]) {
        guard !element.children.elementsEqual(children, by: ===) else { return }
        if element.isMounted, formerChildren[ObjectIdentifier(element)] == nil {
            formerChildren[ObjectIdentifier(element)] = (element, element.children)
        }
        element.children = children
    }

    /// Notes that a node's view read what has changed, in the current transaction.
    func setNeedsUpdate(_ node: ViewNode) {
        outdated.append(node)
        noteTransaction()
        noteFlush()
    }

    /// Notes that a change made in the current transaction waits to be drawn.
    func noteTransaction() {
        if let animation = Transaction.current?.effectiveAnimation { pendingAnimation = animation }
    }

    func setNeedsArrangement(_ node: ViewNode) {
        unarranged[ObjectIdentifier(node)] = node
        noteFlush()
    }

    func whenShown(_ action: @escaping () -> Void) { pendingAppearances.append(action) }

    private func noteFlush() {
        guard !isFlushNoted else { return }
        isFlushNoted = true
        onNeedsFlush?()
    }

    // MARK: Settling

    /// Evaluates and arranges what is outdated; the next ``flush()`` returns what came of it.
    package func settle() {
        while !outdated.isEmpty || !unarranged.isEmpty {
            let nodes = outdated.sorted { $0.depth < $1.depth }
            outdated = []
            for node in nodes where node.isInGraph && node.isOutdated {
                node.evaluateAgain()
                if let container = node.container { setNeedsArrangement(container) }
            }
            let containers = unarranged.values
            unarranged = [:]
            for node in containers where node.isInGraph { node.arrangeChildren() }
        }
    }

    private func runAppearances() {
        guard isShown else { return }
        while !pendingAppearances.isEmpty {
            let actions = pendingAppearances
            pendingAppearances = []
            for action in actions { action() }
        }
    }

    // MARK: Mutations

    private func takeMutations() -> [Mutation] {
        let parents = formerChildren.values.filter(\.parent.isMounted).sorted { $0.parent.id < $1.parent.id }
        let updates = changed.values.sorted { $0.id < $1.id }
        formerChildren = [:]
        changed = [:]

        var mutations: [Mutation] = []
        for (parent, former) in parents {
            let kept = Set(parent.children.map(\.id))
            for child in former where !kept.contains(child.id) && child.isMounted {
                // Where the parent has gone meanwhile, the host has lost the child with it.
                if parent.isMounted { mutations.append(.remove(child)) }
                unmount(child)
            }
        }
        for element in updates where element.isMounted { mutations.append(.update(element)) }
        // A parent that was taken out above is drawn whole if it comes back; its own changes are in that drawing.
        for (parent, former) in parents where parent.isMounted {
            place(parent.children, of: parent, after: former, into: &mutations)
        }
        return mutations
    }

    private func place(_ children: [Element], of parent: Element, after former: [Element], into mutations: inout [Mutation]) {
        let kept = former.filter(\.isMounted)
        var placed = Set<Int>()
        for case .insert(let offset, _, _) in children.map(\.id).difference(from: kept.map(\.id)) { placed.insert(offset) }
        for (offset, child) in children.enumerated() where placed.contains(offset) {
            let sibling = offset > 0 ? children[offset - 1] : nil
            if child.isMounted {
                mutations.append(.move(child, in: parent, after: sibling))
            } else {
                mutations.append(.insert(child, into: parent, after: sibling))
                mount(child)
            }
        }
    }

    private func mount(_ element: Element) {
        element.isMounted = true
        elements[element.id] = element
        for child in element.children { mount(child) }
    }

    private func unmount(_ element: Element) {
        element.isMounted = false
        elements[element.id] = nil
        for child in element.children { unmount(child) }
    }
}
