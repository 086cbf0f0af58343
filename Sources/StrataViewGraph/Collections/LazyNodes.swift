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
    private var nodes: [ID: LazyNode] = [:]
    /// The nodes of IDs that several elements have. Each of these IDs is in `nodes`, too.
    private var repeated: [ID: [LazyNode]] = [:]
    /// The IDs in `nodes` that other ones may replace.
    private var replaceable: Set<ID> = []
    private let isReplaceable = ID.self is any ReplaceableID.Type

    /// Returns the node for an element of the data, and marks it as used.
    ///
    /// - Parameters:
    ///   - update: The number of the present value of the `ForEach`.
    ///   - makeNode: Creates the node of an element that has none.
    mutating func node(of id: ID, at position: Int, update: Int, makeNode: () -> ViewNode) -> LazyNode {
        if nodes[id] == nil { adoptReplaced(by: id) }
        let node = known(id, at: position, update: update) ?? add(id, LazyNode(makeNode(), position: position))
        node.position = position
        node.isUsed = true
        return node
    }

    /// Returns a node with an ID that is at a position, or may be there now; nil if there is none.
    private func known(_ id: ID, at position: Int, update: Int) -> LazyNode? {
        guard let node = nodes[id] else { return nil }
        guard !repeated.isEmpty, let others = repeated[id] else {
            return node.update != update || node.position == position ? node : nil
        }
        return others.first { $0.update == update && $0.position == position }
            ?? others.filter { $0.update != update }.min { $0.position < $1.position }
    }

    /// Gives the nodes of an ID that was replaced by another one that ID.
    private mutating func adoptReplaced(by id: ID) {
        guard !replaceable.isEmpty, let former = replaceable.first(where: { $0 != id && currentID($0) == id }) else { return }
        replaceable.remove(former)
        nodes[id] = nodes.removeValue(forKey: former)
        repeated[id] = repeated.removeValue(forKey: former)
        addReplaceable(id)
    }

    private mutating func addReplaceable(_ id: ID) {
        if isReplaceable, (id as? any ReplaceableID)?.mayBeReplaced == true { replaceable.insert(id) }
    }

    private mutating func add(_ id: ID, _ node: LazyNode) -> LazyNode {
        if let first = nodes[id] {
            ChildKey.warnOfRepeatedID(id)
            repeated[id, default: [first]].append(node)
        } else {
            nodes[id] = node
            addReplaceable(id)
        }
        return node
    }

    /// Returns the node for an element of the data; nil if it has none.
    func node(of id: ID, at position: Int) -> ViewNode? {
        let nodes = repeated[id] ?? nodes[id].map { [$0] } ?? []
        return nodes.first { $0.position == position }?.node
    }

    /// Returns the ID of a node, and the number of nodes with the same ID before it.
    func key(of node: ViewNode) -> (id: AnyHashable, occurrence: Int)? {
        guard
            let id = nodes.first(where: { $0.value.node === node })?.key
                ?? repeated.first(where: { $0.value.contains { $0.node === node } })?.key
        else { return nil }
        let position = all.first { $0.node === node }?.position ?? 0
        return (id, repeated[id]?.count { $0.position < position } ?? 0)
    }

    /// The nodes, in any order.
    var all: [LazyNode] {
        if repeated.isEmpty { return Array(nodes.values) }
        return nodes.flatMap { id, node in repeated[id] ?? [node] }
    }

    /// The nodes in the order of their data.
    var inOrder: [ViewNode] { all.sorted { $0.position < $1.position }.map(\.node) }

    /// Takes the nodes that were not requested since the last call, and returns them.
    mutating func takeUnused() -> [ViewNode] {
        let all = all
        defer { for node in all { node.isUsed = false } }
        guard !all.allSatisfy(\.isUsed) else { return [] }
        for (id, others) in repeated {
            let used = others.filter(\.isUsed)
            nodes[id] = used.first
            repeated[id] = used.count > 1 ? used : nil
        }
        for (id, node) in nodes where !node.isUsed {
            nodes[id] = nil
            replaceable.remove(id)
        }
        return all.filter { !$0.isUsed }.map(\.node)
    }
}
