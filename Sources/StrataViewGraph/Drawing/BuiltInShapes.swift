public import Foundation

/// The form of rounded corners.
public enum RoundedCornerStyle: Hashable, Sendable {
    /// Quarter circles.
    case circular
    /// Curves whose curvature begins gradually. Strata draws quarter circles instead.
    case continuous
}

/// The radii of the corners of a rectangle, in points.
public struct RectangleCornerRadii: Hashable, Sendable {
    /// The radius of the top leading corner.
    public var topLeading: CGFloat
    /// The radius of the bottom leading corner.
    public var bottomLeading: CGFloat
    /// The radius of the bottom trailing corner.
    public var bottomTrailing: CGFloat
    /// The radius of the top trailing corner.
    public var topTrailing: CGFloat

    /// Creates radii by corner.
    public init(
        topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0
    ) {
        self.topLeading = topLeading
        self.bottomLeading = bottomLeading
        self.bottomTrailing = bottomTrailing
        self.topTrailing = topTrailing
    }
}

/// A rectangle.
public struct Rectangle: InsettableShape {
    /// Creates a rectangle.
    public init() {}

    /// Returns the outline of a rectangle.
    public func path(in rect: CGRect) -> Path { Path(rect) }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.rectangle(corner: .zero)) }

    /// Returns the rectangle with its edges moved inward, in points.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle with rounded corners.
public struct RoundedRectangle: InsettableShape {
    /// The size of the corners, in points.
    public var cornerSize: CGSize
    /// The form of the corners.
    public var style: RoundedCornerStyle

    /// Creates a rectangle whose corners have a width and a height in points.
    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }

    /// Creates a rectangle whose corners have a radius in points.
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    /// Returns the rectangle with rounded corners.
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.rectangle(corner: cornerSize)) }

    /// Returns the rectangle with its edges moved inward, in points, and with smaller corners.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle whose corners have different radii.
public struct UnevenRoundedRectangle: InsettableShape {
    /// The radii of the corners, in points.
    public var cornerRadii: RectangleCornerRadii
    /// The form of the corners.
    public var style: RoundedCornerStyle

    /// Creates a rectangle from the radii of its corners.
    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        self.cornerRadii = cornerRadii
        self.style = style
    }

    /// Creates a rectangle from the radii of its corners.
    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0,
        topTrailingRadius: CGFloat = 0, style: RoundedCornerStyle = .continuous
    ) {
        let radii = RectangleCornerRadii(
            topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
            topTrailing: topTrailingRadius)
        self.init(cornerRadii: radii, style: style)
    }

    /// Returns the rectangle with rounded corners.
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadii: cornerRadii, style: style) }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.uneven(cornerRadii)) }

    /// Returns the rectangle with its edges moved inward, in points, and with smaller corners.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// The largest circle that fits in the space, in its center.
public struct Circle: InsettableShape {
    /// Creates a circle.
    public init() {}

    /// Returns the largest circle in a rectangle, in its center.
    public func path(in rect: CGRect) -> Path {
        let side = min(rect.width, rect.height)
        return Path(ellipseIn: CGRect(x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
    }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.circle) }

    /// Returns the circle with its edge moved inward, in points.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// An ellipse that fills the space.
public struct Ellipse: InsettableShape {
    /// Creates an ellipse.
    public init() {}

    /// Returns the ellipse in a rectangle.
    public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.ellipse) }

    /// Returns the ellipse with its edge moved inward, in points.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A rectangle whose shorter sides are semicircles.
public struct Capsule: InsettableShape {
    /// The form of the corners.
    public var style: RoundedCornerStyle

    /// Creates a capsule.
    public init(style: RoundedCornerStyle = .continuous) { self.style = style }

    /// Returns the capsule in a rectangle.
    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2) }

    /// The outline, for any size.
    public var _outline: ShapeOutline? { ShapeOutline(.capsule) }

    /// Returns the capsule with its edges moved inward, in points.
    public func inset(by amount: CGFloat) -> some InsettableShape { SmallerShape(base: self, amount: amount) }
}

/// A built-in shape whose edges are moved inward by the same distance on all sides. A negative
/// distance makes it larger.
private struct SmallerShape<Base: Shape>: InsettableShape {
    let base: Base
    let amount: CGFloat

    func path(in rect: CGRect) -> Path {
        let inner = rect.insetBy(dx: amount, dy: amount)
        switch base._outline?.base {
        case .rectangle(let corner)?: return Path(roundedRect: inner, cornerSize: Self.reduced(corner, by: amount))
        case .uneven(let radii)?: return Path(roundedRect: inner, cornerRadii: Self.reduced(radii, by: amount))
        default: return base.path(in: inner)
        }
    }

    private static func reduced(_ corner: CGSize, by amount: CGFloat) -> CGSize {
        CGSize(width: max(corner.width - amount, 0), height: max(corner.height - amount, 0))
    }

    private static func reduced(_ radii: RectangleCornerRadii, by amount: CGFloat) -> RectangleCornerRadii {
        RectangleCornerRadii(
            topLeading: max(radii.topLeading - amount, 0), bottomLeading: max(radii.bottomLeading - amount, 0),
            bottomTrailing: max(radii.bottomTrailing - amount, 0), topTrailing: max(radii.topTrailing - amount, 0))
    }

    var _outline: ShapeOutline? {
        var outline = base._outline
        outline?.inset += amount
        return outline
    }

    func inset(by amount: CGFloat) -> SmallerShape { SmallerShape(base: base, amount: self.amount + amount) }
}
