public import Foundation

/// Colors at positions from 0 to 1, and those between.
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

    /// The colors, in the order of their positions.
    public var stops: [Stop]

    /// Creates a gradient from colors at positions.
    public init(stops: [Stop]) { self.stops = stops }

    /// Creates a gradient from evenly spaced colors.
    public init(colors: [Color]) {
        let last = CGFloat(max(colors.count - 1, 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }

    /// Returns the gradient from top to bottom.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint {
        ShapePaint(.gradient(GradientPaint(direction: .linear(from: .top, to: .bottom), stops: stops)))
    }
}

/// The gradient of a single color: a hint of light from above.
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
    /// The color with a hint of light from above.
    public var gradient: AnyGradient { AnyGradient(self) }
}
