public import Foundation

/// A view that is an outline, drawn for the size of the available space, all of which it takes. It
/// is filled with the foreground style unless `fill(_:)` or `stroke(_:lineWidth:)` says otherwise.
///
///     struct Roof: Shape {
///         func path(in rect: CGRect) -> Path {
///             Path { path in
///                 path.addLines([
///                     CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.midX, y: rect.minY),
///                     CGPoint(x: rect.maxX, y: rect.maxY),
///                 ])
///             }
///         }
///     }
nonisolated public protocol Shape: Sendable, Animatable, View {
    /// Returns the outline in a rectangle.
    func path(in rect: CGRect) -> Path

    /// The outline of a shape that hosts can draw without knowing its size; nil for other shapes.
    var _outline: ShapeOutline? { get }
}

extension Shape {
    /// Nil, so that the path is made and drawn once the size is known.
    nonisolated public var _outline: ShapeOutline? { nil }

    /// The shape, filled with the foreground style.
    @MainActor public var body: _ShapeView<Self> { _ShapeView(self, fills: ForegroundStyle()) }

    /// Fills the shape.
    @MainActor public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> _ShapeView<Self> {
        _ShapeView(self, fills: content, isEvenOdd: style.isEOFilled)
    }

    /// Fills the shape with the foreground style.
    @MainActor public func fill(style: FillStyle = FillStyle()) -> _ShapeView<Self> { fill(ForegroundStyle(), style: style) }

    /// Draws a line along the outline, half inside and half outside.
    @MainActor public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> _ShapeView<
        Self
    > {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Draws a line along the outline, half inside and half outside.
    @MainActor public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> _ShapeView<Self> {
        _ShapeView(self, strokes: content, style: style)
    }

    /// Draws a line along the outline, half inside and half outside.
    @_disfavoredOverload
    @MainActor public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        stroke(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Draws a line along the outline, half inside and half outside.
    @_disfavoredOverload
    @MainActor public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View {
        stroke(content, style: style, antialiased: true)
    }

    /// Returns the line along the outline as a shape of its own, half inside and half outside.
    nonisolated public func stroke(lineWidth: CGFloat = 1) -> some Shape { stroke(style: StrokeStyle(lineWidth: lineWidth)) }

    /// Returns the line along the outline as a shape of its own, half inside and half outside.
    nonisolated public func stroke(style: StrokeStyle) -> some Shape { StrokedShape(base: self, stroke: style) }
}

/// A shape whose edges can be moved inward by the same distance on all sides.
nonisolated public protocol InsettableShape: Shape {
    /// The type of the shape with its edges moved inward.
    associatedtype InsetShape: InsettableShape

    /// Returns the shape with its edges moved inward, in points.
    func inset(by amount: CGFloat) -> InsetShape
}

extension InsettableShape {
    /// Draws a line along the inside of the outline.
    @MainActor
    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(content, style: StrokeStyle(lineWidth: lineWidth))
    }

    /// Draws a line along the inside of the outline.
    @MainActor
    public func strokeBorder<S: ShapeStyle>(_ content: S, style: StrokeStyle, antialiased: Bool = true) -> some View {
        inset(by: style.lineWidth / 2).stroke(content, style: style)
    }

    /// Draws a line along the inside of the outline, in the foreground style.
    @MainActor
    public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        strokeBorder(ForegroundStyle(), lineWidth: lineWidth)
    }

    /// Draws a line along the inside of the outline, in the foreground style.
    @MainActor
    public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> some View {
        strokeBorder(ForegroundStyle(), style: style)
    }
}

/// A shape with its type erased.
public struct AnyShape: Shape {
    private let shape: any Shape

    /// Erases the type of a shape.
    public init<S: Shape>(_ shape: S) { self.shape = shape }

    /// Returns the outline of the erased shape.
    public func path(in rect: CGRect) -> Path { shape.path(in: rect) }

    /// The outline of the erased shape.
    public var _outline: ShapeOutline? { shape._outline }
}

/// A stroked line as a shape: filling it draws the line.
protocol LineShape: Shape {
    /// The style of the line.
    var stroke: StrokeStyle { get }
}

/// The line along a shape.
private struct StrokedShape<Base: Shape>: LineShape {
    var base: Base
    let stroke: StrokeStyle

    var animatableData: Base.AnimatableData {
        get { base.animatableData }
        set { base.animatableData = newValue }
    }

    func path(in rect: CGRect) -> Path { base.path(in: rect) }

    var _outline: ShapeOutline? { base._outline }
}
