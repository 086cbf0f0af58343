public import Foundation

/// A shape whose path is changed by a closure.
private struct ChangedShape<Base: Shape>: Shape {
    var base: Base
    let change: @Sendable (Base, CGRect) -> Path

    var animatableData: Base.AnimatableData {
        get { base.animatableData }
        set { base.animatableData = newValue }
    }

    func path(in rect: CGRect) -> Path { change(base, rect) }
}

/// A part of a shape between two fractions of the length of its outline.
private struct TrimmedShape<Base: Shape>: Shape {
    var base: Base
    var start: CGFloat
    var end: CGFloat

    var animatableData: AnimatablePair<Base.AnimatableData, AnimatablePair<CGFloat, CGFloat>> {
        get { AnimatablePair(base.animatableData, AnimatablePair(start, end)) }
        set {
            base.animatableData = newValue.first
            (start, end) = (newValue.second.first, newValue.second.second)
        }
    }

    /// The fractions from 0 to 1. For one that is not a number, such as 0 / 0, this is 0.
    private var fractions: (first: CGFloat, last: CGFloat) { (min(max(0, start), 1), min(max(0, end), 1)) }

    func path(in rect: CGRect) -> Path { base.path(in: rect).trimmedPath(from: fractions.first, to: fractions.last) }

    /// Hosts start to draw these outlines at the point where their path starts, so that a host can
    /// draw the same part without knowing the size.
    var _outline: ShapeOutline? {
        guard var outline = base._outline else { return nil }
        switch outline.base {
        case .circle, .ellipse, .rectangle(corner: .zero): break
        default: return nil
        }
        let (first, last) = fractions
        // The fractions are of what an earlier trim has left.
        let whole = outline.trim ?? 0...1
        let length = whole.upperBound - whole.lowerBound
        outline.trim = whole.lowerBound + length * first...whole.lowerBound + length * max(first, last)
        return outline
    }
}

/// A shape that is moved by a distance.
public struct OffsetShape<Content: Shape>: Shape {
    /// The shape.
    public var shape: Content
    /// The distance, in points.
    public var offset: CGSize

    /// Creates a shape that is moved by a distance.
    public init(shape: Content, offset: CGSize) {
        self.shape = shape
        self.offset = offset
    }

    /// The data of the shape, and the distance.
    public var animatableData: AnimatablePair<Content.AnimatableData, CGSize.AnimatableData> {
        get { AnimatablePair(shape.animatableData, offset.animatableData) }
        set { (shape.animatableData, offset.animatableData) = (newValue.first, newValue.second) }
    }

    /// Returns the moved outline.
    public func path(in rect: CGRect) -> Path { shape.path(in: rect).offsetBy(dx: offset.width, dy: offset.height) }

    /// The moved outline.
    public var _outline: ShapeOutline? {
        var outline = shape._outline
        outline?.offset.width += offset.width
        outline?.offset.height += offset.height
        return outline
    }
}

/// A shape that is scaled.
public struct ScaledShape<Content: Shape>: Shape {
    /// The shape.
    public var shape: Content
    /// The factors of the width and the height.
    public var scale: CGSize
    /// The point that stays where it is.
    public var anchor: UnitPoint

    /// Creates a scaled shape.
    public init(shape: Content, scale: CGSize, anchor: UnitPoint = .center) {
        self.shape = shape
        self.scale = scale
        self.anchor = anchor
    }

    /// The data of the shape, the factors, and the anchor.
    public var animatableData:
        AnimatablePair<Content.AnimatableData, AnimatablePair<CGSize.AnimatableData, UnitPoint.AnimatableData>>
    {
        get { AnimatablePair(shape.animatableData, AnimatablePair(scale.animatableData, anchor.animatableData)) }
        set {
            shape.animatableData = newValue.first
            (scale.animatableData, anchor.animatableData) = (newValue.second.first, newValue.second.second)
        }
    }

    /// Returns the scaled outline.
    public func path(in rect: CGRect) -> Path {
        shape.path(in: rect).applying(
            CGAffineTransform(scaleX: scale.width, y: scale.height).around(anchor, in: rect))
    }
}

/// A shape that is rotated.
public struct RotatedShape<Content: Shape>: Shape {
    /// The shape.
    public var shape: Content
    /// The angle of the rotation.
    public var angle: Angle
    /// The point that stays where it is.
    public var anchor: UnitPoint

    /// Creates a rotated shape.
    public init(shape: Content, angle: Angle, anchor: UnitPoint = .center) {
        self.shape = shape
        self.angle = angle
        self.anchor = anchor
    }

    /// The data of the shape, the angle, and the anchor.
    public var animatableData: AnimatablePair<Content.AnimatableData, AnimatablePair<Double, UnitPoint.AnimatableData>> {
        get { AnimatablePair(shape.animatableData, AnimatablePair(angle.animatableData, anchor.animatableData)) }
        set {
            shape.animatableData = newValue.first
            (angle.animatableData, anchor.animatableData) = (newValue.second.first, newValue.second.second)
        }
    }

    /// Returns the rotated outline.
    public func path(in rect: CGRect) -> Path {
        shape.path(in: rect).applying(CGAffineTransform(rotationAngle: CGFloat(angle.radians)).around(anchor, in: rect))
    }
}

extension CGAffineTransform {
    /// Returns the transform with a point of a rectangle in place of the origin.
    fileprivate func around(_ anchor: UnitPoint, in rect: CGRect) -> CGAffineTransform {
        let (x, y) = (rect.minX + rect.width * anchor.x, rect.minY + rect.height * anchor.y)
        return CGAffineTransform(translationX: -x, y: -y).concatenating(self)
            .concatenating(CGAffineTransform(translationX: x, y: y))
    }
}

extension Shape {
    /// Returns the part of the shape between two fractions of the length of its outline, which are
    /// clamped to 0 through 1.
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        TrimmedShape(base: self, start: startFraction, end: endFraction)
    }

    /// Returns the shape, moved by a distance in points.
    nonisolated public func offset(_ offset: CGSize) -> OffsetShape<Self> { OffsetShape(shape: self, offset: offset) }

    /// Returns the shape, moved by a distance in points.
    nonisolated public func offset(_ offset: CGPoint) -> OffsetShape<Self> { self.offset(x: offset.x, y: offset.y) }

    /// Returns the shape, moved by a distance in points.
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> OffsetShape<Self> {
        OffsetShape(shape: self, offset: CGSize(width: x, height: y))
    }

    /// Returns the shape, scaled around an anchor.
    nonisolated public func scale(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        ScaledShape(shape: self, scale: CGSize(width: x, height: y), anchor: anchor)
    }

    /// Returns the shape, scaled around an anchor.
    nonisolated public func scale(_ scale: CGFloat, anchor: UnitPoint = .center) -> ScaledShape<Self> {
        self.scale(x: scale, y: scale, anchor: anchor)
    }

    /// Returns the shape, rotated around an anchor.
    nonisolated public func rotation(_ angle: Angle, anchor: UnitPoint = .center) -> RotatedShape<Self> {
        RotatedShape(shape: self, angle: angle, anchor: anchor)
    }

    /// Returns the shape with each point of its path mapped by a transform.
    nonisolated public func transform(_ transform: CGAffineTransform) -> some Shape {
        ChangedShape(base: self) { $0.path(in: $1).applying(transform) }
    }

    /// Returns the shape with a size in points, whatever space is available.
    nonisolated public func size(_ size: CGSize) -> some Shape {
        ChangedShape(base: self) { $0.path(in: CGRect(origin: $1.origin, size: size)) }
    }

    /// Returns the shape with a size in points, whatever space is available.
    nonisolated public func size(width: CGFloat, height: CGFloat) -> some Shape { size(CGSize(width: width, height: height)) }
}
