internal import StrataTraps

/// Several views, scenes or commands that modifiers treat as one. A group has no layout of its own.
public struct Group<Content> {
    let content: Content
}

extension Group: View where Content: View {
    /// Groups the views that a closure builds.
    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Traps: a group has no body.
    public var body: Never { trap("A Group is built in and has no body; the graph updates it directly.") }

    /// A view that only shows an element and updates children.
    public static var _evaluation: _ViewEvaluation { .drawing }

    /// The shape of the content.
    public static var _listShape: ListShape { Content._listShape }

    /// Updates the content.
    public func _update(_ node: ViewNode) { node.updateChild(0, content) }
}
