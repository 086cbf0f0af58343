package import Foundation

/// The outline of a shape as hosts draw it.
///
/// The outlines of built-in shapes follow from the size of the element, which only the host knows.
/// A path consists of points, so it is made for one size: that of a fixed frame, or the one that
/// the host has reported.
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
    /// The part of the outline's length that is drawn, in fractions; nil for all of it.
    package var trim: ClosedRange<CGFloat>?

    package init(_ base: Base) { self.base = base }

    /// Whether a host can clip a box to the outline.
    package var cutsBoxes: Bool { inset == 0 && offset == .zero && trim == nil }

    /// Returns whether hosts can draw the outline with the given layers without knowing the size.
    func isDrawable(with layers: [ShapeLayer]) -> Bool {
        switch base {
        case .path: return trim == nil
        case .uneven: return cutsBoxes && layers.count == 1 && layers.allSatisfy { $0.stroke == nil }
        case .rectangle, .capsule, .circle, .ellipse:
            // A host draws a part of the length as a single dash, so the line can have no others.
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
