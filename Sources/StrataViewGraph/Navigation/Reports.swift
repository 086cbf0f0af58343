/// The values that modifiers inside a view report to it, such as the title of a page.
///
/// A modifier's node reports its value when it is evaluated, and removes the report when it is
/// removed from the graph.
@MainActor
final class Reports<Value> {
    private struct Report {
        let node: ObjectIdentifier
        let depth: Int
        var value: Value
    }

    private var reports: [Report] = []

    /// Sets the value that a node reports.
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

    /// The values, ordered from the innermost node to the outermost, so that the values of outer
    /// nodes replace those of inner ones when they are merged in order.
    var fromInnermost: [Value] {
        reports.enumerated().sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map(\.element.value)
    }

    /// The values in the order in which their nodes first reported.
    var inOrder: [Value] { reports.map(\.value) }
}
