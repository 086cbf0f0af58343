/// A thin line between views.
public struct Divider: BuiltInView {
    /// Creates a line.
    public init() {}

    /// Shows the line.
    public func _update(_ node: ViewNode) { node.show(.layout(.divider)) }
}
