public import Foundation

/// A frame whose length is a fraction of that of the container around it: the nearest scroll view,
/// list, page or window.
package struct RelativeFrame: Hashable, Sendable {
    package var axes: Axis.Set
    /// The number of views that fit into the container, and how many of them the frame spans.
    package var count = 1
    package var span = 1
    /// The points between two views.
    package var spacing: CGFloat = 0
    package var alignment: Alignment
    /// Whether the container is a scroll view, which knows that it is one. The host finds any other
    /// container.
    package var isInScrollView = false
    /// Whether the frame only measures the container.
    package var isRuler = false

    /// Makes the nearest scroll view around a node the container.
    @MainActor
    mutating func findContainer(of node: ViewNode) {
        guard let container = node.environment.coordinateSpaces[ScrollSpace(axis: nil)] else { return }
        container.makeContainer(along: axes)
        isInScrollView = true
    }
}

private struct RelativeFrameModifier: BuiltInModifier {
    static func listShape(of content: ListShape) -> ListShape { BoxModifier.listShape(of: content) }

    let frame: RelativeFrame

    func update<Content: View>(_ node: ViewNode, content: Content) {
        var frame = frame
        frame.findContainer(of: node)
        BoxModifier(.relativeFrame(frame)).update(node, content: content)
    }
}

extension View {
    /// Gives the view the length of the container around it: the nearest scroll view, list, page or
    /// window. Margins of a scroll view do not count.
    ///
    /// - Parameters:
    ///   - axes: The axes along which the view has the container's length.
    ///   - alignment: The alignment of the view in that space.
    public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
        modified(RelativeFrameModifier(frame: RelativeFrame(axes: axes, alignment: alignment)))
    }

    /// Gives the view a length with which a number of views fit into the container around it: the
    /// nearest scroll view, list, page or window.
    ///
    /// - Parameters:
    ///   - axes: The axes along which the length is set.
    ///   - count: The number of views that fit.
    ///   - span: The number of these views whose space this one takes.
    ///   - spacing: The points between two views.
    ///   - alignment: The alignment of the view in its space.
    public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> some View {
        modified(
            RelativeFrameModifier(
                frame: RelativeFrame(
                    axes: axes, count: max(count, 1), span: max(span, 1), spacing: spacing, alignment: alignment)))
    }
}
