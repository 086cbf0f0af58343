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
    case shadow(Color, radius: CGFloat, x: CGFloat, y: CGFloat)
    case blend(BlendMode)
    /// The view is drawn as a whole before it is mixed with what is behind it.
    case group
    case offset(x: CGFloat, y: CGFloat)
    case scale(x: CGFloat, y: CGFloat, anchor: UnitPoint)
    case rotation(Angle, anchor: UnitPoint)
    case rotation3D(Angle, x: CGFloat, y: CGFloat, z: CGFloat, anchor: UnitPoint, anchorZ: CGFloat, perspective: CGFloat)
    case transform(CGAffineTransform)
    /// The part inside an outline; nil, and nothing, until the size that it depends on is known.
    case clip(ShapeOutline?, isEvenOdd: Bool, reportsSize: Bool)
    /// Each point as opaque as the paint is there.
    case mask(ShapePaint)
}

/// The way in which the colors of a view and those behind it are mixed.
public enum BlendMode: String, Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    case hue, saturation, color, luminosity, plusLighter
}
