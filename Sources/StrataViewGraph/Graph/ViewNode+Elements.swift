// The element of a node, and the elements of the nodes below.
extension ViewNode {
    /// Whether the children of the node's element are more than the elements of the nodes below.
    var arrangesElements: Bool { rare?.arrange != nil || storage is any ElementArranger }

    /// Sets the content of the node's element and the events that it handles, and schedules its
    /// arrangement. The first call creates the element.
    ///
    /// - Parameter traits: The element's traits; nil for those that modifiers have set. Only in the
    ///   latter case does the element also get the handlers that modifiers have set.
    package func show(_ content: ElementContent, on handlers: [EventHandler] = [], traits: ElementTraits? = nil) {
        // The pending traits name the events that the pending handlers handle.
        let pending = traits == nil ? environment.pendingHandlers : PendingHandlers()
        let pendingFocus = traits == nil ? environment.pendingFocus : []
        var traits = traits ?? environment.pendingTraits
        let element = self.element ?? released?.takeElement() ?? graph.makeElement(content)
        self.element = element
        let handlers = pending.isEmpty ? handlers : handlers + pending.handlers
        let colorScheme = environment.colorScheme
        if colorScheme != environment.windowColorScheme { traits.colorScheme = colorScheme }
        if let direction = environment.fixedLayoutDirection { traits.layoutDirection = direction }
        element.handlers = connectFocus(of: element, pendingFocus, content, &traits, handlers)
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
        wrapper.focus = environment.pendingFocus
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

    /// Appends the elements of this node: its own, or those of the nodes below. A detached node
    /// appends none.
    package func collectElements(into elements: inout [Element]) {
        if !isDetached { collectOwnElements(into: &elements) }
    }

    /// Appends the elements of this node, even if it is detached.
    func collectOwnElements(into elements: inout [Element]) {
        if let element { return elements.append(element) }
        guard let wrapper = rare?.wrapper else { return collectElementsBelow(into: &elements) }
        elements += wrapper.wrap(elementsBelow, of: self)
    }

    /// The elements of the nodes below, in order.
    package var elementsBelow: [Element] {
        // Arrays of elements take much of a window's memory: none is larger than needed, or made twice.
        if children.isEmpty { return released?.elements ?? [] }
        var elements: [Element] = []
        elements.reserveCapacity(elementCountBelow)
        collectElementsBelow(into: &elements)
        return elements
    }

    /// The number of elements below if no modifier adds or removes some.
    private var elementCountBelow: Int {
        (released?.elements.count ?? 0)
            + children.reduce(0) { $0 + ($1.isDetached ? 0 : $1.element == nil ? $1.elementCountBelow : 1) }
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
}
