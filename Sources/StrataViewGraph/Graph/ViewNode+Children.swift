internal import StrataTraps

// The nodes below a node.
extension ViewNode {
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
}
