public import Foundation

/// A container that arranges its views side by side.
public struct HStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a row of views.
    ///
    /// `spacing` is the distance between the views in points; nil stands for the host's choice.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .horizontal(alignment), spacing: spacing)
        self.content = content()
    }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) { node.showStack(layout, content) }
}
