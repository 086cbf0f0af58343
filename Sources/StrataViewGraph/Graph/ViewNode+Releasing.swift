extension ViewNode {
    /// Whether an evaluation of the node's view would make the node as it is, apart from the nodes
    /// below: it keeps no state, observes nothing and handles no events.
    var canBeMadeAgain: Bool {
        evaluation != .node && storage == nil && slots == nil && observer == nil && rare == nil && !isDetached && !isOutdated
            && element?.handlers.isEmpty ?? true
    }

    /// Releases the nodes below that an evaluation can make again. `ReleasedNodes` describes what
    /// remains.
    func releaseNodesBelow() {
        if evaluation == .node {
            for child in children where child.releaseNodes() { child.releaseChildren() }
        } else if releaseNodes() {
            releaseChildren()
        }
    }

    /// Releases the nodes below that an evaluation can make again, unless that can make the node
    /// itself too, and all nodes below. Returns whether it can.
    private func releaseNodes() -> Bool {
        guard released == nil, evaluation != .node else { return false }
        let rest = children.filter { !$0.releaseNodes() }
        if rest.isEmpty, canBeMadeAgain { return true }
        if rest.isEmpty {
            releaseChildren()
        } else {
            for child in children where !rest.contains(where: { $0 === child }) { child.releaseChildren() }
        }
        return false
    }

    /// Releases all nodes below, each of which can be made again.
    private func releaseChildren() {
        guard released == nil, !children.isEmpty else { return }
        released = ReleasedNodes(below: self)
        for child in children { child.leave() }
        children = []
    }
}
