public import Foundation

/// A view whose content depends on the space that it has.
///
/// It takes all the space that is left. The host reports the size once it has drawn the view, and
/// after each change; until the first report, the reader is empty unless a frame around it says how
/// large it is.
public struct GeometryReader<Content: View>: BuiltInView {
    private let content: (GeometryProxy) -> Content

    /// Creates a view that makes its content for a size.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    /// Shows the content for the size last reported.
    public func _update(_ node: ViewNode) {
        let measured = node.storage as? MeasuredSize ?? MeasuredSize()
        node.storage = measured
        let size = measured.size ?? node.environment.knownSize
        node.show(.layout(.geometry), on: [measured.handler(for: node)])
        guard let size else { return node.keepChildren(0) }
        node.updateChild(0, StyleBody(style: content) { $0(GeometryProxy(size: size)) })
    }
}

/// The size and the position of the view that a ``GeometryReader`` is.
public struct GeometryProxy: Hashable, Sendable {
    /// The size, in points.
    public let size: CGSize

    /// The distances within which other things may cover the view: none in a browser.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
}
