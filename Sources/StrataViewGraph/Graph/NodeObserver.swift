internal import StrataReads

/// The observer of the values that a node has read in one evaluation. A change after the next
/// evaluation, or after the removal of the node, finds no node.
@MainActor
final class NodeObserver {
    /// The node; nil after its next evaluation. Not weak, because of the side table.
    nonisolated(unsafe) unowned(unsafe) var node: ViewNode?

    /// The objects that were read, which nothing else may keep.
    var objects = ReadObjects()

    init(_ node: ViewNode) { self.node = node }

    /// Marks the node as outdated, unless a sweep only looks for the observers that have ended.
    /// Returns whether the node still observes the value.
    func valueChanged() -> Bool {
        guard let node, node.isInGraph else { return false }
        if !WindowReaders.isSweeping { node.observedValueChanged() }
        return true
    }
}
