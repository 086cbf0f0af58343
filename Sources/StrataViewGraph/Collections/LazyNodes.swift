/// The node of a row or a section of a lazy `ForEach`.
@MainActor
final class LazyNode {
    let node: ViewNode
    /// The position of its data.
    var position: Int
    /// The number of the value of the `ForEach` for which the node was last updated; 0 before the
    /// first update.
    var update = 0
    /// Whether the node was requested since the last call of `LazyNodes.takeUnused()`.
    var isUsed = false

    init(_ node: ViewNode, position: Int) {
        self.node = node
        self.position = position
    }
}

/// The nodes of a lazy `ForEach`, by the ID of their data.
///
/// Equal IDs are a mistake of the app, but all of their elements are shown. Counting the elements
/// with an ID before another one would visit all of the data. So nodes with the same ID are told
/// apart by their positions, which are exact until the data changes. After a change, they keep
/// their order.
@MainActor
struct LazyNodes<ID: Hashable> {
    private var nodes: [ID: [LazyNode]] = [:]

    /// Returns the node for an element of the data, and marks it as used.
    ///
    /// - Parameters:
    ///   - update: The number of the present value of the `ForEach`.
    ///   - makeNode: Creates the node of an element that has none.
    mutating func node(of id: ID, at position: Int, update: Int, makeNode: () -> ViewNode) -> LazyNode {
        let known = nodes[id] ?? []
        let found =
            known.first { $0.update == update && $0.position == position }
            ?? known.filter { $0.update != update }.min { $0.position < $1.position }
        if found == nil, !known.isEmpty { ChildKey.warnOfRepeatedID(id) }
        let node = found ?? LazyNode(makeNode(), position: position)
        if found == nil { nodes[id, default: []].append(node) }
        node.position = position
        node.isUsed = true
        return node
    }

    /// Returns the node for an element of the data; nil if it has none.
    func node(of id: ID, at position: Int) -> ViewNode? { nodes[id]?.first { $0.position == position }?.node }

    /// The nodes, in any order.
    var all: [LazyNode] { nodes.values.flatMap { $0 } }

    /// The nodes in the order of their data.
    var inOrder: [ViewNode] { all.sorted { $0.position < $1.position }.map(\.node) }

    /// Takes the nodes that were not requested since the last call, and returns them.
    mutating func takeUnused() -> [ViewNode] {
        var unused: [ViewNode] = []
        for (id, known) in nodes where !known.allSatisfy(\.isUsed) {
            unused += known.filter { !$0.isUsed }.map(\.node)
            let used = known.filter(\.isUsed)
            nodes[id] = used.isEmpty ? nil : used
        }
        for node in all { node.isUsed = false }
        return unused
    }
}
