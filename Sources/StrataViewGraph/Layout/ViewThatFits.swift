/// A view that shows the first of several alternatives that fits in the available space.
///
///     ViewThatFits(in: .horizontal) {
///         Text("Earthquakes of the last seven days")
///         Text("Earthquakes")
///     }
///
/// All alternatives are created; the host measures them and shows one. Along both axes, it compares
/// the width only.
public struct ViewThatFits<Content: View>: BuiltInView {
    private let axes: Axis.Set
    private let content: Content

    /// Creates a view from its alternatives, in the order of preference.
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
