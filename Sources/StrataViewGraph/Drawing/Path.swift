public import Foundation

/// The outline of a shape: lines and curves between points.
///
///     Path { path in
///         path.move(to: CGPoint(x: 0, y: 20))
///         path.addLine(to: CGPoint(x: 40, y: 0))
///     }
///     .stroke(.red, lineWidth: 2)
public struct Path: Hashable, Sendable {
    /// An element of a path: a step from one point to the next.
    public enum Element: Hashable, Sendable {
        /// Starts a subpath at a point.
        case move(to: CGPoint)
        /// A straight line to a point.
        case line(to: CGPoint)
        /// A quadratic Bézier curve.
        case quadCurve(to: CGPoint, control: CGPoint)
        /// A cubic Bézier curve.
        case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
        /// A straight line to the start of the subpath.
        case closeSubpath
    }

    package private(set) var elements: [Element] = []
    /// The start of the current subpath.
    private var start = CGPoint.zero
    /// The end of the last step; nil in an empty path.
    public private(set) var currentPoint: CGPoint?

    /// Creates an empty path.
    public init() {}

    /// Creates an empty path, to which a closure adds steps.
    public init(_ callback: (inout Path) -> Void) { callback(&self) }

    /// Creates a path with a rectangle.
    public init(_ rect: CGRect) { addRect(rect) }

    /// Creates a path with the ellipse in a rectangle.
    public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

    /// Creates a path with a rectangle that has rounded corners of a size.
    public init(roundedRect rect: CGRect, cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: cornerSize, style: style)
    }

    /// Creates a path with a rectangle that has rounded corners of a radius.
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    /// Creates a path with a rectangle that has corners of different radii.
    public init(roundedRect rect: CGRect, cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        addRoundedRect(in: rect, cornerRadii: cornerRadii, style: style)
    }

    /// Whether the path has no steps.
    public var isEmpty: Bool { elements.isEmpty }

    /// Calls a closure with each step, in order.
    public func forEach(_ body: (Element) -> Void) { elements.forEach(body) }

    // MARK: Steps

    /// Starts a subpath at a point.
    public mutating func move(to end: CGPoint) {
        start = end
        append(.move(to: end), end)
    }

    /// Adds a straight line.
    public mutating func addLine(to end: CGPoint) { append(.line(to: end), end) }

    /// Adds a quadratic Bézier curve.
    public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) { append(.quadCurve(to: end, control: control), end) }

    /// Adds a cubic Bézier curve.
    public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        append(.curve(to: end, control1: control1, control2: control2), end)
    }

    /// Closes the subpath by a straight line to its start.
    public mutating func closeSubpath() {
        guard !elements.isEmpty else { return }
        append(.closeSubpath, start)
    }

    /// Appends a step that ends at a point. The first step of a path starts at the origin unless it
    /// is a move.
    private mutating func append(_ element: Element, _ end: CGPoint) {
        if elements.isEmpty, case .move = element {} else if elements.isEmpty { elements.append(.move(to: start)) }
        elements.append(element)
        currentPoint = end
    }

    /// Adds the steps of another path.
    public mutating func addPath(_ path: Path, transform: CGAffineTransform = .identity) {
        for element in path.applying(transform).elements { add(element) }
    }

    /// Adds a step.
    mutating func add(_ element: Element) {
        switch element {
        case .move(let end): move(to: end)
        case .line(let end): addLine(to: end)
        case .quadCurve(let end, let control): addQuadCurve(to: end, control: control)
        case .curve(let end, let control1, let control2): addCurve(to: end, control1: control1, control2: control2)
        case .closeSubpath: closeSubpath()
        }
    }

    // MARK: Transforms

    /// Returns the path with each point mapped by a transform.
    public func applying(_ transform: CGAffineTransform) -> Path {
        var path = self
        path.elements = elements.map { element in
            switch element {
            case .move(let end): .move(to: end.applying(transform))
            case .line(let end): .line(to: end.applying(transform))
            case .quadCurve(let end, let control):
                .quadCurve(to: end.applying(transform), control: control.applying(transform))
            case .curve(let end, let control1, let control2):
                .curve(
                    to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
            case .closeSubpath: .closeSubpath
            }
        }
        path.start = start.applying(transform)
        path.currentPoint = currentPoint?.applying(transform)
        return path
    }

    /// Returns the path, moved by a distance.
    public func offsetBy(dx: CGFloat, dy: CGFloat) -> Path { applying(CGAffineTransform(translationX: dx, y: dy)) }
}

extension Path: Shape {
    /// Returns the path itself, in any rectangle.
    public func path(in rect: CGRect) -> Path { self }

    /// The path itself, whose points depend on no size.
    public var _outline: ShapeOutline? { ShapeOutline(.path(self)) }
}
