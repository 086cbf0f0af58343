public import Foundation

/// A value in the geometry of a view, such as its bounds or a point, which a ``GeometryReader``
/// elsewhere converts into its own coordinate space: `geometry[anchor]`.
///
///     struct SelectedBounds: PreferenceKey {
///         static let defaultValue: Anchor<CGRect>? = nil
///         static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) {
///             value = value ?? nextValue()
///         }
///     }
///
///     HStack {
///         Text("Selected").anchorPreference(key: SelectedBounds.self, value: .bounds) { $0 }
///         Text("Other")
///     }
///     .overlayPreferenceValue(SelectedBounds.self) { anchor in
///         GeometryReader { geometry in
///             if let anchor { Line(in: geometry[anchor]) }
///         }
///     }
///
/// An anchor contains the frame that the host last reported. A new report makes another anchor,
/// which the preference passes up, so that the views that depend on it are evaluated again.
public struct Anchor<Value> {
    /// The kind of an anchor: how its value follows from the frame of the view.
    public struct Source {
        /// Returns the value in the coordinate space in which the frame is.
        let resolve: @Sendable (CGRect) -> Value
    }

    private let source: Source
    /// The frame of the view in the window; nil before the first report of it.
    private let frame: CGRect?

    init(_ source: Source, frame: CGRect?) {
        self.source = source
        self.frame = frame
    }

    /// Returns the value in a coordinate space. It is that of an empty frame until the frame of the
    /// view is known.
    ///
    /// - Parameter origin: The origin of the coordinate space in the window; nil if it is not known.
    func value(from origin: CGPoint?) -> Value {
        guard let frame, let origin else { return source.resolve(.zero) }
        return source.resolve(frame.offsetBy(dx: -origin.x, dy: -origin.y))
    }

    /// The value in the window.
    private var value: Value { value(from: .zero) }
}

extension Anchor: Sendable where Value: Sendable {}
// Its only property is a function that is Sendable.
extension Anchor.Source: Sendable {}

extension Anchor: Equatable where Value: Equatable {
    /// Returns whether two anchors have equal values in equal frames.
    public static func == (lhs: Anchor, rhs: Anchor) -> Bool { lhs.frame == rhs.frame && lhs.value == rhs.value }
}

extension Anchor: Hashable where Value: Hashable {
    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Anchor.Source where Value == CGRect {
    /// The bounds of the view.
    public static var bounds: Anchor<CGRect>.Source { .init { $0 } }

    /// A rectangle in the coordinate space of the view.
    public static func rect(_ r: CGRect) -> Anchor<CGRect>.Source { .init { r.offsetBy(dx: $0.minX, dy: $0.minY) } }
}

extension Anchor.Source where Value == CGPoint {
    /// A point in the coordinate space of the view.
    public static func point(_ p: CGPoint) -> Anchor<CGPoint>.Source {
        .init { CGPoint(x: $0.minX + p.x, y: $0.minY + p.y) }
    }

    /// A point that is given by fractions of the width and the height of the view.
    public static func unitPoint(_ p: UnitPoint) -> Anchor<CGPoint>.Source {
        .init { CGPoint(x: $0.minX + p.x * $0.width, y: $0.minY + p.y * $0.height) }
    }

    /// The top left corner.
    public static var topLeading: Anchor<CGPoint>.Source { .unitPoint(.topLeading) }
    /// The middle of the top edge.
    public static var top: Anchor<CGPoint>.Source { .unitPoint(.top) }
    /// The top right corner.
    public static var topTrailing: Anchor<CGPoint>.Source { .unitPoint(.topTrailing) }
    /// The middle of the left edge.
    public static var leading: Anchor<CGPoint>.Source { .unitPoint(.leading) }
    /// The center.
    public static var center: Anchor<CGPoint>.Source { .unitPoint(.center) }
    /// The middle of the right edge.
    public static var trailing: Anchor<CGPoint>.Source { .unitPoint(.trailing) }
    /// The bottom left corner.
    public static var bottomLeading: Anchor<CGPoint>.Source { .unitPoint(.bottomLeading) }
    /// The middle of the bottom edge.
    public static var bottom: Anchor<CGPoint>.Source { .unitPoint(.bottom) }
    /// The bottom right corner.
    public static var bottomTrailing: Anchor<CGPoint>.Source { .unitPoint(.bottomTrailing) }
}

extension Anchor.Source {
    /// Several anchors in the view as one.
    public init<T>(_ array: [Anchor<T>.Source]) where Value == [T] {
        self.init { frame in array.map { $0.resolve(frame) } }
    }

    /// An anchor in the view, or none.
    public init<T>(_ anchor: Anchor<T>.Source?) where Value == T? {
        self.init { frame in anchor?.resolve(frame) }
    }
}

/// Measures the content, and changes a preference by an anchor in it.
private struct AnchorModifier<Value, Changed: View>: BuiltInModifier {
    let source: Anchor<Value>.Source
    /// Returns the content with the preference.
    let change: (AnyView, Anchor<Value>) -> Changed

    static func listShape(of content: ListShape) -> ListShape { content == .row ? .row : .several }

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let measured = MeasuredFrame.of(node)
        measured.reportsLocation = true
        node.show(.layout(.box(.measured(reportsLocation: true))), on: [measured.handler(for: node)])
        let anchor = Anchor(source, frame: measured.frame)
        // A view of its own, so that it is evaluated again when state that the closure reads changes.
        let changed = StyleBody(style: AnyView(content)) { [change] in change($0, anchor) }
        node.updateChild(0, changed, environment: node.environment.inBox(of: nil))
    }
}

extension View {
    /// Sets the value of a preference from an anchor in the view. Values that views inside set are
    /// ignored.
    ///
    /// - Parameters:
    ///   - key: The key of the preference.
    ///   - value: The kind of the anchor.
    ///   - transform: Returns the value of the preference for the anchor.
    public func anchorPreference<A, K: PreferenceKey>(
        key: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (Anchor<A>) -> K.Value
    ) -> some View {
        modified(AnchorModifier(source: value) { $0.preference(key: K.self, value: transform($1)) })
    }

    /// Transforms the value of a preference that the views inside set, or the default value if they
    /// set none, by an anchor in the view.
    ///
    /// - Parameters:
    ///   - key: The key of the preference.
    ///   - value: The kind of the anchor.
    ///   - transform: Changes the value of the preference by the anchor.
    public func transformAnchorPreference<A, K: PreferenceKey>(
        key: K.Type = K.self, value: Anchor<A>.Source, transform: @escaping (inout K.Value, Anchor<A>) -> Void
    ) -> some View {
        modified(
            AnchorModifier(source: value) { content, anchor in
                content.transformPreference(K.self) { transform(&$0, anchor) }
            })
    }
}
