package import Foundation

/// The outline of a shape as hosts draw it.
///
/// The outlines of built-in shapes are fractions of a size that only the host knows. A path has
/// points, so it is made for a size: that of a fixed frame, or the one that the host reports.
public struct ShapeOutline: Hashable, Sendable {
    package enum Base: Hashable, Sendable {
        case rectangle(corner: CGSize)
        case uneven(RectangleCornerRadii)
        case capsule
        /// The largest circle inside.
        case circle
        case ellipse
        case path(Path)
    }

    package var base: Base
    /// The distance from the edges of the rectangle, in points.
    package var inset: CGFloat = 0
    package var offset = CGSize.zero
    /// The part of the length that is drawn.
    package var trim: ClosedRange<CGFloat>?

    package init(_ base: Base) { self.base = base }

    /// Whether a host can cut a box along the outline.
    package var cutsBoxes: Bool { inset == 0 && offset == .zero && trim == nil }

    /// Whether hosts draw the outline without knowing the size, with these layers.
    func isDrawable(with layers: [ShapeLayer]) -> Bool {
        switch base {
        case .path: return trim == nil
        case .uneven: return cutsBoxes && layers.count == 1 && layers.allSatisfy { $0.stroke == nil }
        case .rectangle, .capsule, .circle, .ellipse:
            // A host draws a part of the length as a dash.
            return trim == nil || layers.allSatisfy { $0.stroke?.dash.isEmpty == true }
        }
    }
}

/// A fill or a stroke of a shape, in the order of drawing.
package struct ShapeLayer: Hashable, Sendable {
    package var paint: ShapePaint
    /// The line; nil to fill the inside.
    package var stroke: StrokeStyle?
    package var isEvenOdd = false
}
