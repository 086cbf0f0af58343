public import Foundation

/// A view whose length a closure computes from that of the container around it.
///
/// Only the host knows the container's length, so a ruler behind the view measures it: an element
/// that is as large as the container, and neither drawn nor part of the layout.
private struct RelativeLengthView<Content: View>: View {
    let content: Content
    let axes: Axis.Set
    let alignment: Alignment
    let length: (CGFloat, Axis) -> CGFloat
    @State private var container: CGSize?

    var body: some View {
        content
            .frame(
                width: axes.contains(.horizontal) ? container.map { length($0.width, .horizontal) } : nil,
                height: axes.contains(.vertical) ? container.map { length($0.height, .vertical) } : nil,
                alignment: alignment
            )
            .background { ContainerRuler(axes: axes) { container = $0 } }
    }
}

/// An element with the size of the container around it, which the host reports.
private struct ContainerRuler: BuiltInView {
    let axes: Axis.Set
    let report: (CGSize) -> Void

    func _update(_ node: ViewNode) {
        var frame = RelativeFrame(axes: axes, alignment: .center)
        frame.isRuler = true
        frame.findContainer(of: node)
        node.show(
            .layout(.box(.relativeFrame(frame))), on: [EventHandler(ResizeEvent.self) { [report] in report($0.size) }])
    }
}

extension View {
    /// Gives the view a length that a closure computes from that of the container around it: the
    /// nearest scroll view, list, page or window. Until the host has reported the container's length,
    /// the view has its own.
    ///
    /// - Parameters:
    ///   - axes: The axes along which the length is set.
    ///   - alignment: The alignment of the view in its space.
    ///   - length: Returns the length for that of the container along an axis.
    public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View {
        RelativeLengthView(content: self, axes: axes, alignment: alignment, length: length)
    }
}
