public import Foundation

/// A sequence of colors at positions from 0 to 1, with transitions between them. As a style, it
/// goes from top to bottom.
public struct Gradient: ShapeStyle, Hashable {
    /// A color at a position.
    public struct Stop: Hashable, Sendable {
        /// The color.
        public var color: Color
        /// The position, from 0 to 1.
        public var location: CGFloat

        /// Creates a color at a position.
        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    /// The color space in which colors are mixed.
    public enum ColorSpace: Hashable, Sendable {
        /// The nonlinear sRGB color space.
        case device
        /// A color space in which equal distances look equal: Oklab.
        case perceptual
    }

    /// The colors, which the app gives in ascending order of their positions.
    public var stops: [Stop]

    /// Creates a gradient from colors at positions.
    public init(stops: [Stop]) { self.stops = stops }

    /// Creates a gradient from evenly spaced colors.
    public init(colors: [Color]) {
        let last = CGFloat(max(colors.count - 1, 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    /// Returns the gradient with its colors mixed in another color space. Without it, they are mixed
    /// in sRGB.
    ///
    ///     Rectangle().fill(Gradient(colors: [.white, .blue]).colorSpace(.perceptual))
    public func colorSpace(_ space: Gradient.ColorSpace) -> AnyGradient { AnyGradient(self).colorSpace(space) }

    /// Returns the paint of the gradient from top to bottom.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        ShapePaint(.gradient(GradientPaint(direction: .linear(from: .top, to: .bottom), stops: stops)))
    }
}

/// A gradient from top to bottom: the colors of a ``Gradient``, or one color that is slightly
/// lighter at the top.
public struct AnyGradient: ShapeStyle, Hashable {
    private var gradient: GradientPaint

    /// Creates a style that draws a gradient from top to bottom.
    public init(_ gradient: Gradient) {
        self.gradient = GradientPaint(direction: .linear(from: .top, to: .bottom), stops: gradient.stops)
    }

    fileprivate init(_ color: Color) {
        gradient = GradientPaint(direction: .soft, stops: [Gradient.Stop(color: color, location: 0)])
    }

    /// Returns the gradient with its colors mixed in another color space.
    public func colorSpace(_ space: Gradient.ColorSpace) -> AnyGradient {
        var copy = self
        copy.gradient.space = space
        return copy
    }

    /// Returns a style that draws the colors in a direction.
    fileprivate func style(_ direction: GradientPaint.Direction) -> DirectedGradient {
        var paint = gradient
        paint.direction = direction
        if gradient.direction == .soft, let color = gradient.stops.first?.color {
            // The share of white that hosts add at the top of a soft gradient.
            paint.stops = Gradient(colors: [color.mix(with: .white, by: 0.18, in: .device), color]).stops
        }
        return DirectedGradient(paint: paint)
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(gradient)) }
}

/// The colors of an ``AnyGradient`` in another direction than from top to bottom.
private struct DirectedGradient: ShapeStyle {
    let paint: GradientPaint

    func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(paint)) }
}

extension ShapeStyle where Self == AnyShapeStyle {
    /// Returns a gradient between two points.
    public static func linearGradient(_ gradient: AnyGradient, startPoint: UnitPoint, endPoint: UnitPoint) -> some ShapeStyle {
        gradient.style(.linear(from: startPoint, to: endPoint))
    }

    /// Returns a gradient between two radii around a center, in points.
    public static func radialGradient(
        _ gradient: AnyGradient, center: UnitPoint = .center, startRadius: CGFloat = 0, endRadius: CGFloat
    ) -> some ShapeStyle {
        gradient.style(.radial(center: center, startRadius: startRadius, endRadius: endRadius))
    }

    /// Returns a gradient between two radii around a center, as fractions of the shape's size.
    public static func ellipticalGradient(
        _ gradient: AnyGradient, center: UnitPoint = .center, startRadiusFraction: CGFloat = 0, endRadiusFraction: CGFloat = 0.5
    ) -> some ShapeStyle {
        gradient.style(.elliptical(center: center, startFraction: startRadiusFraction, endFraction: endRadiusFraction))
    }

    /// Returns a gradient between two angles around a center.
    public static func angularGradient(
        _ gradient: AnyGradient, center: UnitPoint = .center, startAngle: Angle, endAngle: Angle
    ) -> some ShapeStyle {
        gradient.style(.angular(center: center, from: startAngle, to: endAngle))
    }

    /// Returns a gradient that goes once around a center, beginning at an angle.
    public static func conicGradient(
        _ gradient: AnyGradient, center: UnitPoint = .center, angle: Angle = .zero
    ) -> some ShapeStyle {
        gradient.style(.angular(center: center, from: angle, to: angle + .degrees(360)))
    }
}

extension Color {
    /// A gradient of the color, slightly lighter at the top.
    public var gradient: AnyGradient { AnyGradient(self) }
}
