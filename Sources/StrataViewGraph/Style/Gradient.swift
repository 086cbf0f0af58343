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

    /// Returns the paint of the gradient from top to bottom.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        ShapePaint(.gradient(GradientPaint(direction: .linear(from: .top, to: .bottom), stops: stops)))
    }
}

/// A gradient from top to bottom: the colors of a ``Gradient``, or one color that is slightly
/// lighter at the top.
public struct AnyGradient: ShapeStyle, Hashable {
    private let gradient: GradientPaint

    /// Creates a style that draws a gradient from top to bottom.
    public init(_ gradient: Gradient) {
        self.gradient = GradientPaint(direction: .linear(from: .top, to: .bottom), stops: gradient.stops)
    }

    fileprivate init(_ color: Color) {
        gradient = GradientPaint(direction: .soft, stops: [Gradient.Stop(color: color, location: 0)])
    }

    /// Returns the gradient's paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(.gradient(gradient)) }
}

extension Color {
    /// A gradient of the color, slightly lighter at the top.
    public var gradient: AnyGradient { AnyGradient(self) }
}
