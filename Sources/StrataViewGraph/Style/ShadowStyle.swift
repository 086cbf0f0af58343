public import Foundation

/// A shadow that a shape style adds to what is drawn in it.
public struct ShadowStyle: Hashable, Sendable {
    package let color: Color
    package let radius: CGFloat
    package let x, y: CGFloat

    /// Returns a shadow behind what is drawn. Lengths are in points.
    public static func drop(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ShadowStyle {
        ShadowStyle(color: color, radius: radius, x: x, y: y)
    }
}

/// A style with a shadow.
private struct ShadowedShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let shadow: ShadowStyle

    func _paint(in environment: EnvironmentValues) -> ShapePaint {
        var paint = style._paint(in: environment)
        paint.shadows.append(shadow)
        return paint
    }
}

extension ShapeStyle {
    /// Returns the style with a shadow of what is drawn in it.
    public func shadow(_ style: ShadowStyle) -> some ShapeStyle { ShadowedShapeStyle(style: self, shadow: style) }
}

extension ShapeStyle where Self == AnyShapeStyle {
    /// Returns the foreground style with a shadow of what is drawn in it.
    public static func shadow(_ style: ShadowStyle) -> some ShapeStyle { ForegroundStyle().shadow(style) }
}
