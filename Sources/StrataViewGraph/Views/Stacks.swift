public import Foundation

/// Views side by side.
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

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) {
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

/// Views one below the other.
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

    /// Shows the stack and its content.
    public func _update(_ node: ViewNode) {
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

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
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

/// Flexible space, which takes what its stack has left.
public struct Spacer: BuiltInView {
    private let minLength: CGFloat?

    /// Creates a space with a minimum in points; nil for the host's choice.
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    /// Shows the space.
    public func _update(_ node: ViewNode) { node.show(.spacer(minLength: minLength)) }
}

/// A thin line between views.
public struct Divider: BuiltInView {
    /// Creates a line.
    public init() {}

    /// Shows the line.
    public func _update(_ node: ViewNode) { node.show(.divider) }
}
