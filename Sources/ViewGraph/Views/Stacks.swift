public import Foundation

/// Views side by side.
public struct HStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .horizontal(alignment), spacing: spacing)
        self.content = content()
    }

    public func _update(_ node: ViewNode) {
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

/// Views one below the other.
public struct VStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .vertical(alignment), spacing: spacing)
        self.content = content()
    }

    public func _update(_ node: ViewNode) {
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

/// Views one over the other, the last on top.
public struct ZStack<Content: View>: BuiltInView {
    private let layout: StackLayout
    private let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        layout = StackLayout(direction: .depth(alignment), spacing: nil)
        self.content = content()
    }

    public func _update(_ node: ViewNode) {
        node.show(.stack(layout))
        node.updateChild(0, content)
    }
}

/// Space that takes what its stack has left.
public struct Spacer: BuiltInView {
    private let minLength: CGFloat?

    public init(minLength: CGFloat? = nil) { self.minLength = minLength }
    public func _update(_ node: ViewNode) { node.show(.spacer(minLength: minLength)) }
}

/// A thin line between views.
public struct Divider: BuiltInView {
    public init() {}
    public func _update(_ node: ViewNode) { node.show(.divider) }
}
