public import Foundation

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
