public import Foundation

/// A gradient whose colors change with the distance from a center, in ellipses with the proportions
/// of the shape.
///
/// Radii are fractions of the width and height of the shape: with the center in the middle, 0.5
/// reaches its edges.
nonisolated public struct EllipticalGradient: ShapeStyle, View, Hashable {
    private let paint: GradientPaint

    /// Creates a gradient between two radii, as fractions of the shape's size.
    public init(
        gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: gradient.stops)
    }

    /// Creates a gradient of evenly spaced colors between two radii, as fractions of the shape's
    /// size.
    public init(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: Gradient(colors: colors).stops)
    }

    /// Creates a gradient of colors at positions between two radii, as fractions of the shape's
    /// size.
    public init(
        stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: stops)
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }

    /// A rectangle that is filled with the gradient.
    @MainActor public var body: some View { Rectangle().fill(self) }
}

extension ShapeStyle where Self == EllipticalGradient {
    /// Returns a gradient between two radii around a center, as fractions of the shape's size.
    public static func ellipticalGradient(
        _ gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            gradient: gradient, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }

    /// Returns a gradient of evenly spaced colors between two radii around a center, as fractions
    /// of the shape's size.
    public static func ellipticalGradient(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            colors: colors, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }

    /// Returns a gradient of colors at positions between two radii around a center, as fractions of
    /// the shape's size.
    public static func ellipticalGradient(
        stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            stops: stops, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }
}
