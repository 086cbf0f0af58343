/// A gradient whose colors change along a line.
nonisolated public struct LinearGradient: ShapeStyle, View, Hashable {
    private let paint: GradientPaint

    /// Creates a gradient between two points.
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {
        paint = GradientPaint(
            direction: .linear(from: startPoint, to: endPoint), stops: gradient.stops)
    }

    /// Creates a gradient of evenly spaced colors between two points.
    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {
        paint = GradientPaint(
            direction: .linear(from: startPoint, to: endPoint), stops: Gradient(colors: colors).stops)
    }

    /// Creates a gradient of colors at positions between two points.
    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {
        paint = GradientPaint(
            direction: .linear(from: startPoint, to: endPoint), stops: stops)
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }

    /// A rectangle that is filled with the gradient.
    @MainActor public var body: some View { Rectangle().fill(self) }
}

extension ShapeStyle where Self == LinearGradient {
    /// Returns a gradient between two points.
    public static func linearGradient(
        _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    /// Returns a gradient of evenly spaced colors between two points.
    public static func linearGradient(
        colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }

    /// Returns a gradient of colors at positions between two points.
    public static func linearGradient(
        stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
    }
}
