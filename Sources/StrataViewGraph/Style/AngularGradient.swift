/// A gradient whose colors change with the angle around a center.
nonisolated public struct AngularGradient: ShapeStyle, View, Hashable {
    private let paint: GradientPaint

    /// Creates a gradient between two angles.
    public init(gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        paint = GradientPaint(
            direction: .angular(center: center, from: startAngle, to: endAngle), stops: gradient.stops)
    }

    /// Creates a gradient that goes once around the center, beginning at an angle.
    public init(gradient: Gradient, center: UnitPoint, angle: Angle = .zero) {
        self.init(gradient: gradient, center: center, startAngle: angle, endAngle: angle + .degrees(360))
    }

    /// Creates a gradient of evenly spaced colors between two angles.
    public init(colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        paint = GradientPaint(
            direction: .angular(center: center, from: startAngle, to: endAngle), stops: Gradient(colors: colors).stops)
    }

    /// Creates a gradient of evenly spaced colors that goes once around the center, beginning at an
    /// angle.
    public init(colors: [Color], center: UnitPoint, angle: Angle = .zero) {
        self.init(colors: colors, center: center, startAngle: angle, endAngle: angle + .degrees(360))
    }

    /// Creates a gradient of colors at positions between two angles.
    public init(stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle) {
        paint = GradientPaint(
            direction: .angular(center: center, from: startAngle, to: endAngle), stops: stops)
    }

    /// Creates a gradient of colors at positions that goes once around the center, beginning at an
    /// angle.
    public init(stops: [Gradient.Stop], center: UnitPoint, angle: Angle = .zero) {
        self.init(stops: stops, center: center, startAngle: angle, endAngle: angle + .degrees(360))
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }

    /// A rectangle that is filled with the gradient.
    @MainActor public var body: some View { Rectangle().fill(self) }
}

extension ShapeStyle where Self == AngularGradient {
    /// Returns a gradient between two angles around a center.
    public static func angularGradient(
        _ gradient: Gradient, center: UnitPoint, startAngle: Angle, endAngle: Angle
    ) -> AngularGradient {
        AngularGradient(gradient: gradient, center: center, startAngle: startAngle, endAngle: endAngle)
    }

    /// Returns a gradient of evenly spaced colors between two angles around a center.
    public static func angularGradient(
        colors: [Color], center: UnitPoint, startAngle: Angle, endAngle: Angle
    ) -> AngularGradient {
        AngularGradient(colors: colors, center: center, startAngle: startAngle, endAngle: endAngle)
    }

    /// Returns a gradient of colors at positions between two angles around a center.
    public static func angularGradient(
        stops: [Gradient.Stop], center: UnitPoint, startAngle: Angle, endAngle: Angle
    ) -> AngularGradient {
        AngularGradient(stops: stops, center: center, startAngle: startAngle, endAngle: endAngle)
    }

    /// Returns a gradient of evenly spaced colors that goes once around a center, beginning at an
    /// angle.
    public static func conicGradient(colors: [Color], center: UnitPoint, angle: Angle = .zero) -> AngularGradient {
        AngularGradient(colors: colors, center: center, angle: angle)
    }

    /// Returns a gradient that goes once around a center, beginning at an angle.
    public static func conicGradient(_ gradient: Gradient, center: UnitPoint, angle: Angle = .zero) -> AngularGradient {
        AngularGradient(gradient: gradient, center: center, angle: angle)
    }
}
