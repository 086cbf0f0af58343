public import Foundation

/// A gradient along the radius of an ellipse that has the proportions of the shape.
nonisolated public struct EllipticalGradient: ShapeStyle, View, Hashable {
    private let paint: GradientPaint

    /// Creates a gradient between two fractions of the shape's size.
    public init(
        gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: gradient.stops)
    }

    /// Creates a gradient between two fractions of the shape's size of evenly spaced colors.
    public init(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: Gradient(colors: colors).stops)
    }

    /// Creates a gradient between two fractions of the shape's size of colors at positions.
    public init(
        stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) {
        paint = GradientPaint(
            direction: .elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction),
            stops: stops)
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }

    /// A rectangle with the gradient.
    @MainActor public var body: some View { Rectangle().fill(self) }
}

extension ShapeStyle where Self == EllipticalGradient {
    /// A gradient along the radius of an ellipse that has the proportions of the shape.
    public static func ellipticalGradient(
        _ gradient: Gradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            gradient: gradient, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }

    /// A gradient along the radius of an ellipse that has the proportions of the shape.
    public static func ellipticalGradient(
        colors: [Color], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            colors: colors, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }

    /// A gradient along the radius of an ellipse that has the proportions of the shape.
    public static func ellipticalGradient(
        stops: [Gradient.Stop], center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> EllipticalGradient {
        EllipticalGradient(
            stops: stops, center: center, startRadiusFraction: startRadiusFraction, endRadiusFraction: endRadiusFraction)
    }
}
