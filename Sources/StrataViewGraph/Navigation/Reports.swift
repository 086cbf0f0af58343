/// Values that the modifiers inside a view report to it, such as the title of a page to its bar.
///
/// A modifier's node reports when it is evaluated, and takes the report back when it is removed.
@MainActor
final class Reports<Value> {
    private struct Report {
        let node: ObjectIdentifier
        let depth: Int
        var value: Value
    }

    private var reports: [Report] = []

    /// Sets the report of a node, until the node is removed.
    func set(_ value: Value, from node: ViewNode) {
        let id = ObjectIdentifier(node)
        if let index = reports.firstIndex(where: { $0.node == id }) {
            reports[index].value = value
        } else {
            reports.append(Report(node: id, depth: node.depth, value: value))
        }
    }

    /// Removes the report of a node.
    func remove(_ node: ObjectIdentifier) { reports.removeAll { $0.node == node } }

    /// The reports, the innermost first, so that those of outer views replace them.
    var fromInnermost: [Value] {
        reports.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map(\.element.value)
    }

    /// The reports in the order in which they were first made.
    var inOrder: [Value] { reports.map(\.value) }
}
