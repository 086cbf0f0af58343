public import Foundation

/// A container that arranges its views one below the other.
public struct VStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    /// Creates a column of views.
    ///
    /// `spacing` is the distance between the views in points; nil stands for the host's choice.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .vertical(alignment), spacing: spacing)
        self.content = content()
    }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) { node.showStack(layout, content) }
}
