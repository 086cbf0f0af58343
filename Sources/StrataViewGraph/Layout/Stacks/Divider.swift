/// A thin line that separates views, across the direction of its stack.
public struct Divider: BuiltInView {
    /// Creates a line.
    public init() {}

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the line.
    public func _update(_ node: ViewNode) { node.show(.layout(.divider)) }
}
