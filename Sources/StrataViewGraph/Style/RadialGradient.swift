public import Foundation

/// A gradient whose colors change with the distance from a center, in circles.
nonisolated public struct RadialGradient: ShapeStyle, View, Hashable {
    private let paint: GradientPaint

    /// Creates a gradient between two radii, in points.
    public init(gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        paint = GradientPaint(
            direction: .radial(center: center, startRadius: startRadius, endRadius: endRadius), stops: gradient.stops)
    }

    /// Creates a gradient of evenly spaced colors between two radii, in points.
    public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        paint = GradientPaint(
            direction: .radial(center: center, startRadius: startRadius, endRadius: endRadius),
            stops: Gradient(colors: colors).stops)
    }

    /// Creates a gradient of colors at positions between two radii, in points.
    public init(stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {
        paint = GradientPaint(
            direction: .radial(center: center, startRadius: startRadius, endRadius: endRadius), stops: stops)
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }

    /// A rectangle that is filled with the gradient.
    @MainActor public var body: some View { Rectangle().fill(self) }
}

extension ShapeStyle where Self == RadialGradient {
    /// Returns a gradient between two radii around a center, in points.
    public static func radialGradient(
        _ gradient: Gradient, center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
    ) -> RadialGradient {
        RadialGradient(gradient: gradient, center: center, startRadius: startRadius, endRadius: endRadius)
    }

    /// Returns a gradient of evenly spaced colors between two radii around a center, in points.
    public static func radialGradient(
        colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
    ) -> RadialGradient {
        RadialGradient(colors: colors, center: center, startRadius: startRadius, endRadius: endRadius)
    }

    /// Returns a gradient of colors at positions between two radii around a center, in points.
    public static func radialGradient(
        stops: [Gradient.Stop], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat
    ) -> RadialGradient {
        RadialGradient(stops: stops, center: center, startRadius: startRadius, endRadius: endRadius)
    }
}
