public import Foundation

/// A view whose content depends on its size.
///
/// It takes all available space. The host reports the size after it has drawn the view, and after
/// each change of the size. Until the first report, the reader is empty, unless a frame with a
/// width and a height is directly around it.
public struct GeometryReader<Content: View>: BuiltInView {
    private let content: (GeometryProxy) -> Content

    /// Creates a view whose content a closure makes for a size.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    /// Shows the content for the last size that the host has reported.
    public func _update(_ node: ViewNode) {
        let measured = node.storage as? MeasuredSize ?? MeasuredSize()
        node.storage = measured
        let size = measured.size ?? node.environment.knownSize
        node.show(.layout(.geometry), on: [measured.handler(for: node)])
        guard let size else { return node.keepChildren(0) }
        node.updateChild(0, StyleBody(style: content) { $0(GeometryProxy(size: size)) })
    }
}

/// The size of a ``GeometryReader``.
public struct GeometryProxy: Hashable, Sendable {
    /// The size, in points.
    public let size: CGSize

    /// The insets of the safe area. They are 0: browsers have no safe areas.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
}
