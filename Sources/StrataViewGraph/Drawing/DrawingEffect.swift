package import Foundation

/// A change of how a view is drawn, which leaves its layout as it is.
package enum DrawingEffect: Hashable, Sendable {
    case opacity(Double)
    case blur(radius: CGFloat)
    case brightness(Double)
    case contrast(Double)
    case saturation(Double)
    case grayscale(Double)
    case hueRotation(Angle)
    case colorInvert
    case colorMultiply(Color)
    case shadow(Color, radius: CGFloat, x: CGFloat, y: CGFloat)
    case blend(BlendMode)
    /// Draws the view as a whole, before it is blended with the views behind it.
    case group
    case offset(x: CGFloat, y: CGFloat)
    case scale(x: CGFloat, y: CGFloat, anchor: UnitPoint)
    case rotation(Angle, anchor: UnitPoint)
    case rotation3D(Angle, x: CGFloat, y: CGFloat, z: CGFloat, anchor: UnitPoint, anchorZ: CGFloat, perspective: CGFloat)
    case transform(CGAffineTransform)
    /// Draws only the part inside an outline. Until the size that a path depends on is known, the
    /// outline is nil and nothing is drawn.
    case clip(ShapeOutline?, isEvenOdd: Bool, reportsSize: Bool)
    /// Makes each point as opaque as the paint at that point.
    case mask(ShapePaint)
}

/// The way in which the colors of a view are blended with those behind it.
public enum BlendMode: String, Hashable, Sendable {
    /// Modes that compute each component of a color by itself.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    /// Modes that take the hue, the saturation, both or the luminosity from the view, and
    /// `plusLighter`, which adds the colors.
    case hue, saturation, color, luminosity, plusLighter
}
