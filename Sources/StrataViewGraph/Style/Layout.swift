public import Foundation

/// An alignment along the horizontal axis.
public enum HorizontalAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// An alignment along the vertical axis.
public enum VerticalAlignment: Hashable, Sendable {
    case top, center, bottom, firstTextBaseline
}

/// An alignment in a rectangle.
public struct Alignment: Hashable, Sendable {
    /// The alignment along the horizontal axis.
    public var horizontal: HorizontalAlignment
    /// The alignment along the vertical axis.
    public var vertical: VerticalAlignment

    /// Creates an alignment from those along both axes.
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The center.
    public static let center = Alignment(horizontal: .center, vertical: .center)
    /// The middle of the leading edge.
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    /// The middle of the trailing edge.
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    /// The middle of the top edge.
    public static let top = Alignment(horizontal: .center, vertical: .top)
    /// The middle of the bottom edge.
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    /// The top leading corner.
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    /// The top trailing corner.
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    /// The bottom leading corner.
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    /// The bottom trailing corner.
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

/// A side of a rectangle; several form an ``Edge/Set``.
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    case top, leading, bottom, trailing

    /// Some sides of a rectangle.
    public struct Set: OptionSet, Hashable, Sendable {
        /// The sides as a bit mask, with Apple's bits.
        public let rawValue: Int8

        /// Creates a set from its bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The top.
        public static let top = Set(rawValue: 1)
        /// The side on which a line of text begins.
        public static let leading = Set(rawValue: 2)
        /// The bottom.
        public static let bottom = Set(rawValue: 4)
        /// The side on which a line of text ends.
        public static let trailing = Set(rawValue: 8)
        /// The leading and trailing sides.
        public static let horizontal: Set = [.leading, .trailing]
        /// The top and bottom sides.
        public static let vertical: Set = [.top, .bottom]
        /// All four sides.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// Distances from the sides of a rectangle, in points (CSS pixels in a browser).
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the top.
    public var top: CGFloat
    /// The distance from the leading side.
    public var leading: CGFloat
    /// The distance from the bottom.
    public var bottom: CGFloat
    /// The distance from the trailing side.
    public var trailing: CGFloat

    /// Creates distances by side.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Creates distances of 0.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    package init(_ edges: Edge.Set, _ length: CGFloat) {
        self.init(
            top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0)
    }
}

/// A shape that a background is clipped to.
public protocol Shape: Sendable {
    /// The corners of the shape.
    var _corners: CornerStyle { get }
}

/// The corners of a rectangle.
public enum CornerStyle: Hashable, Sendable {
    /// Not rounded.
    case square
    /// Rounded by a radius in points.
    case rounded(CGFloat)
    /// Rounded by half the shorter side.
    case capsule
}

/// A rectangle.
public struct Rectangle: Shape {
    /// Creates a rectangle.
    public init() {}

    /// Corners that are not rounded.
    public var _corners: CornerStyle { .square }
}

/// A rectangle with rounded corners.
public struct RoundedRectangle: Shape {
    /// The radius of the corners, in points.
    public let cornerRadius: CGFloat

    /// Creates a rectangle whose corners have a radius in points.
    public init(cornerRadius: CGFloat) { self.cornerRadius = cornerRadius }

    /// Corners of the radius.
    public var _corners: CornerStyle { .rounded(cornerRadius) }
}

/// A rectangle whose shorter sides are half circles.
public struct Capsule: Shape {
    /// Creates a capsule.
    public init() {}

    /// Corners of half the shorter side.
    public var _corners: CornerStyle { .capsule }
}

extension Shape where Self == Rectangle {
    /// A rectangle.
    public static var rect: Rectangle { Rectangle() }
}

extension Shape where Self == Capsule {
    /// A capsule.
    public static var capsule: Capsule { Capsule() }
}
