/// The first of several views that is no larger than the space.
///
///     ViewThatFits(in: .horizontal) {
///         Text("Earthquakes of the last seven days")
///         Text("Earthquakes")
///     }
///
/// All alternatives exist; the host measures them and shows one.
public struct ViewThatFits<Content: View>: BuiltInView {
    private let axes: Axis.Set
    private let content: Content

    /// Creates a view from its alternatives, the best first.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    /// Shows the alternatives.
    public func _update(_ node: ViewNode) {
        node.show(.layout(.fitting(axes)))
        node.updateChild(0, content)
    }
}
