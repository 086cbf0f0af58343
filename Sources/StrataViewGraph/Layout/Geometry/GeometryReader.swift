public import Foundation

/// A view whose content depends on its size and its place.
///
/// It takes all available space. The host reports the size after it has drawn the view, and after
/// each change of the size. Until the first report, the reader is empty, unless a frame with a
/// width and a height is directly around it.
public struct GeometryReader<Content: View>: BuiltInView {
    private let content: (GeometryProxy) -> Content

    /// Creates a view whose content a closure makes for a size.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    /// Shows the content for the last frame that the host has reported.
    public func _update(_ node: ViewNode) {
        let measured = MeasuredFrame.of(node)
        measured.showAgain = { [weak node, unowned measured] in
            if let node { Self.show(measured, node) }
        }
        Self.show(measured, node)
        guard let size = measured.size ?? node.environment.knownSize else { return node.keepChildren(0) }
        let proxy = GeometryProxy(size: size, measured: measured, in: node.environment)
        node.updateChild(0, StyleBody(style: content) { $0(proxy) })
    }

    private static func show(_ measured: MeasuredFrame, _ node: ViewNode) {
        node.show(.layout(.geometry(reportsLocation: measured.reportsLocation)), on: [measured.handler(for: node)])
    }
}

/// The size of a view, and its frame in the coordinate spaces around it.
public struct GeometryProxy: Sendable {
    /// The size, in points.
    public let size: CGSize
    private let origin: CGPoint?
    private let measured: MeasuredFrame
    private let spaces: CoordinateSpaces

    @MainActor
    init(size: CGSize, measured: MeasuredFrame, in environment: EnvironmentValues) {
        self.size = size
        self.measured = measured
        origin = measured.origin
        spaces = CoordinateSpaces(environment.coordinateSpaces)
    }

    /// The insets of the safe area. They are 0: browsers have no safe areas.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// Returns the frame of the view in a coordinate space.
    ///
    /// The host reports the location after the first question for it, and then after each change, at
    /// most once a frame. Until the first report, the origin is (0, 0). The content of a
    /// ``GeometryReader`` is evaluated again after each report.
    public func frame(in coordinateSpace: CoordinateSpace) -> CGRect {
        if coordinateSpace == .local { return CGRect(origin: .zero, size: size) }
        measured.wantLocation()
        if case .named(let name) = coordinateSpace, spaces.contains(name), spaces.frame(of: name) == nil {
            return CGRect(origin: .zero, size: size)
        }
        guard let origin else { return CGRect(origin: .zero, size: size) }
        return CGRect(origin: coordinateSpace.location(of: origin, origin: origin, in: spaces), size: size)
    }

    /// Returns the frame of the view in a coordinate space, as the other form does.
    @_disfavoredOverload
    public func frame(in coordinateSpace: some CoordinateSpaceProtocol) -> CGRect {
        frame(in: coordinateSpace.coordinateSpace)
    }

    /// Returns the bounds of the view with a named coordinate space, in the coordinate space of this
    /// view; nil if no view around it has the name, or its frame is not known yet.
    public func bounds(of coordinateSpace: NamedCoordinateSpace) -> CGRect? {
        measured.wantLocation()
        guard let frame = spaces.frame(of: coordinateSpace.name), let origin else { return nil }
        return frame.offsetBy(dx: -origin.x, dy: -origin.y)
    }

    /// Returns the value of an anchor in the coordinate space of this view.
    ///
    /// The host reports the location of this view after the first question for it. Until then, and
    /// until the frame of the anchor's view is known, the value is that of an empty frame.
    public subscript<T>(anchor: Anchor<T>) -> T {
        measured.wantLocation()
        return anchor.value(from: origin)
    }

    /// Whether the location was asked for, and is not known yet.
    @MainActor var awaitsLocation: Bool { measured.reportsLocation && origin == nil }
}
