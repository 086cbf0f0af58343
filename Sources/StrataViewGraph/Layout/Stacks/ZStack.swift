/// Views one over the other, the last on top.
public struct ZStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a pile of views.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .depth(alignment), spacing: nil)
        self.content = content()
    }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) {
        node.show(.layout(.stack(layout)))
        node.updateChild(0, content)
    }
}
