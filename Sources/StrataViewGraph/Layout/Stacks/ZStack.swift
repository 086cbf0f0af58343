/// A container that draws its views over each other, the last one on top.
public struct ZStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a stack of views, aligned with each other.
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .depth(alignment), spacing: nil)
        self.content = content()
    }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) { node.showStack(layout, content) }
}
