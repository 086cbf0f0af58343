/// The identity of a child among its siblings.
///
/// Equal IDs are a mistake of the app. The occurrence distinguishes their elements, so that all of
/// them are shown.
struct ChildKey: Hashable {
    let id: AnyHashable
    /// The number of elements with the same ID before this one.
    let occurrence: Int

    /// Writes a warning about an ID that several elements of a `ForEach` have.
    static func warnOfRepeatedID(_ id: some Hashable) {
        WarningLog.warn(
            "The ID \(String(describing: id).prefix(100)) occurs several times in a ForEach. Give each element an ID of its own.")
    }
}

/// The children of the node of a ``ForEach`` that is not lazy, by key.
@MainActor
final class KeyedChildren {
    fileprivate(set) var nodes: [ChildKey: ViewNode] = [:]
    /// The keys in the order of the children, which is that of the data.
    fileprivate(set) var keys: [ChildKey] = []
    /// The actions for the user's edits of rows.
    fileprivate(set) var edits = _RowEdits()
    /// The child that is being updated, with its key.
    fileprivate var present: (child: ViewNode, key: ChildKey)?

    /// Returns the keys among some whose IDs were replaced, by the keys with the IDs that replaced
    /// them.
    fileprivate static func replacedKeys(_ keys: some Sequence<ChildKey>) -> [ChildKey: ChildKey] {
        let replaced = keys.lazy.map { (ChildKey(id: $0.id.current, occurrence: $0.occurrence), $0) }
        return Dictionary(replaced.filter { $0 != $1 }) { first, _ in first }
    }
}

extension KeyedChildren: KeyedContent {
    func key(of child: ViewNode) -> (id: AnyHashable, occurrence: Int)? {
        let key = present?.child === child ? present?.key : nodes.first { $0.value === child }?.key
        return key.map { ($0.id, $0.occurrence) }
    }
}

extension KeyedChildren: IdentifiedContent {
    func target(_ id: AnyHashable, in node: ViewNode) -> Element? {
        nodes[ChildKey(id: id, occurrence: 0)]?.firstElement
    }
}

extension ViewNode {
    /// The IDs of the elements of a `ForEach`, by the child that shows them; empty for other nodes.
    var keysOfChildren: [ObjectIdentifier: AnyHashable] {
        guard let keyed = storage as? KeyedChildren else { return [:] }
        return Dictionary(keyed.nodes.map { (ObjectIdentifier($0.value), $0.key.id) }) { first, _ in first }
    }

    /// Updates one child for each ID. The child of an ID that had one before keeps its node, and so
    /// its state. So does that of an ID that has replaced another one.
    ///
    /// - Parameters:
    ///   - edits: The actions for the user's edits of rows.
    ///   - areCompared: Whether a view that is equal to the present one needs no evaluation.
    func updateKeyedChildren<ID: Hashable, Content: View>(
        _ views: some Sequence<(ID, Content)>, edits: _RowEdits, areCompared: Bool
    ) {
        let keyed = storage as? KeyedChildren ?? KeyedChildren()
        storage = keyed
        keyed.edits = edits
        let isReplaceable = ID.self is any ReplaceableID.Type
        var former = keyed.nodes
        var occurrences: [ID: Int] = [:]
        lazy var replacedKeys = KeyedChildren.replacedKeys(former.keys)
        keyed.nodes = [:]
        keyed.keys = []
        children = []
        graph.setNeedsStructure()
        for (id, view) in views {
            let occurrence = occurrences[id, default: 0]
            occurrences[id] = occurrence + 1
            if occurrence > 0 { ChildKey.warnOfRepeatedID(id) }
            let key = ChildKey(id: id, occurrence: occurrence)
            let child =
                former.removeValue(forKey: key)
                ?? (isReplaceable ? replacedKeys[key].flatMap { former.removeValue(forKey: $0) } : nil)
                ?? makeChild(of: Content.self)
            keyed.present = (child, key)
            child.update(with: view, environment: environment, isCompared: areCompared)
            keyed.nodes[key] = child
            keyed.keys.append(key)
            children.append(child)
        }
        keyed.present = nil
        for node in former.values { node.remove() }
    }
}
