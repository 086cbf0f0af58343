// # Nodes that are not kept
//
// A row of a list often has a dozen views, most of which only draw: stacks, texts, colors. Their
// nodes are needed while the row is evaluated, and never again until it is evaluated again, because
// nothing but an evaluation of a view above reaches them. In a window with fifty rows, they would
// take most of the memory of the window.
//
// So after an update, the rows that were evaluated release the nodes that an evaluation makes again
// as they are: nodes that keep no state and no object, observe nothing, and whose elements handle no
// events. The uppermost node above them stays: it has the value of its view, and therefore all that
// is needed. What remains is a `ReleasedNodes`: the elements, which the host shows, and the shape
// of the nodes, which equal rows share.
//
// When the node above is evaluated again, its nodes are created again. A node at the same position,
// of the same type and in the same branch as the released one adopts the element of that one.
// So elements keep their identity exactly as they would if the nodes had been kept, and the host
// receives the same mutations.
//
// The invariant: a released node is not observable. It has no state that would be lost, and
// whatever searches nodes (for the elements of a container, for a view with an identity) either
// looks for what released nodes do not have, or asks `released` for the elements.

/// The elements of the nodes below a node, after the nodes were released.
@MainActor
final class ReleasedNodes {
    /// The element of the node itself, while the node is being made again.
    private var own: Element?
    /// The uppermost elements of the nodes below, in order.
    let elements: [Element]
    private let shape: NodeShape

    /// Creates the remains of the nodes below a node.
    init(below node: ViewNode) {
        let below = node.elementsBelow
        // The children of the node's element are often the same, and need only one array.
        let children = node.element?.children ?? []
        elements = children.elementsEqual(below, by: ===) ? children : below
        shape = NodeShape.shared(of: node)
    }

    private init(own: Element?, elements: [Element], shape: NodeShape) {
        self.own = own
        self.elements = elements
        self.shape = shape
    }

    /// Returns the remains of the child at a position, for a new node of the same type and branch;
    /// nil if the released child was of another one.
    func takeChild(_ position: Int, _ type: ObjectIdentifier, branch: Int) -> ReleasedNodes? {
        guard position < shape.children.count else { return nil }
        let child = shape.children[position]
        guard child.viewType == type, child.branch == branch else { return nil }
        let start = shape.children.prefix(position).reduce(0) { $0 + $1.elementCount }
        let range = start..<start + child.elementCount
        guard child.hasElement else { return ReleasedNodes(own: nil, elements: Array(elements[range]), shape: child) }
        let element = elements[start]
        return ReleasedNodes(own: element, elements: element.children, shape: child)
    }

    /// Returns the element of the node itself, once.
    func takeElement() -> Element? {
        defer { own = nil }
        return own
    }
}

/// The shape of a node and of those below, which all equal rows share.
@MainActor
private final class NodeShape {
    let viewType: ObjectIdentifier
    let branch: Int
    let hasElement: Bool
    let children: [NodeShape]
    /// The number of the node's uppermost elements: one for a node with an element.
    let elementCount: Int

    private init(_ node: ViewNode) {
        viewType = node.viewType
        branch = node.branch
        hasElement = node.element != nil
        children = node.children.map(NodeShape.init)
        elementCount = hasElement ? 1 : children.reduce(0) { $0 + $1.elementCount }
    }

    /// The shapes that are shared, by their hash.
    private static var known: [Int: NodeShape] = [:]
    /// The largest number of shapes that are shared. An app has one for each kind of row.
    private static let mostKnown = 1_000

    /// Returns the shape of a node.
    static func shared(of node: ViewNode) -> NodeShape {
        let hash = hash(of: node)
        if let shape = known[hash], shape.matches(node) { return shape }
        let shape = NodeShape(node)
        if known.count >= mostKnown { known = [:] }
        known[hash] = shape
        return shape
    }

    private static func hash(of node: ViewNode) -> Int {
        var hash = Int(bitPattern: node.viewType) &+ node.branch &* 31 &+ (node.element == nil ? 0 : 7)
        for child in node.children { hash = (hash &* 0x2_0000_0001) ^ (Self.hash(of: child) &+ 0x9E37_79B9) }
        return hash
    }

    private func matches(_ node: ViewNode) -> Bool {
        viewType == node.viewType && branch == node.branch && hasElement == (node.element != nil)
            && children.count == node.children.count
            && zip(children, node.children).allSatisfy { $0.matches($1) }
    }
}
