extension Color {
    /// The components of a color, which no longer depend on an environment.
    ///
    ///     @Environment(\.self) private var environment
    ///     @State private var color = Color.red
    ///
    ///     let resolved = color.resolve(in: environment)
    ///     Text("Red: \(resolved.red)")
    ///
    /// The components are those of linear sRGB. A color that sRGB does not have, such as a
    /// saturated one of Display P3, has components below 0 or above 1.
    public struct Resolved: Hashable, BitwiseCopyable, Sendable {
        /// The amount of red in linear sRGB.
        public var linearRed: Float
        /// The amount of green in linear sRGB.
        public var linearGreen: Float
        /// The amount of blue in linear sRGB.
        public var linearBlue: Float
        /// The opacity, from 0 (invisible) to 1.
        public var opacity: Float

        /// Creates a color from its components in a color space. Components of the two sRGB spaces
        /// may be outside of 0 to 1.
        public init(colorSpace: Color.RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1) {
            self.init(
                ColorComponents(
                    in: colorSpace, red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(opacity)))
            // Spares linear components two conversions that might change their last digit.
            if colorSpace == .sRGBLinear { (linearRed, linearGreen, linearBlue) = (red, green, blue) }
        }

        init(_ components: ColorComponents) {
            let light = components.light
            (linearRed, linearGreen, linearBlue) = (Float(light.red), Float(light.green), Float(light.blue))
            opacity = Float(components.alpha)
        }

        /// The amount of red in sRGB.
        public var red: Float {
            get { Float(ColorComponents.encoded(Double(linearRed))) }
            set { linearRed = Float(ColorComponents.light(of: Double(newValue))) }
        }

        /// The amount of green in sRGB.
        public var green: Float {
            get { Float(ColorComponents.encoded(Double(linearGreen))) }
            set { linearGreen = Float(ColorComponents.light(of: Double(newValue))) }
        }

        /// The amount of blue in sRGB.
        public var blue: Float {
            get { Float(ColorComponents.encoded(Double(linearBlue))) }
            set { linearBlue = Float(ColorComponents.light(of: Double(newValue))) }
        }

        /// The components in sRGB, with the precision that converts them back without a difference.
        fileprivate var components: ColorComponents {
            ColorComponents(light: (Double(linearRed), Double(linearGreen), Double(linearBlue)), alpha: Double(opacity))
        }
    }

    /// Creates a color that is the same in each environment.
    public init(_ resolved: Color.Resolved) {
        let components = resolved.components
        self.init(
            .components(red: components.red, green: components.green, blue: components.blue), opacity: components.alpha)
    }

    /// Returns the components of the color in an environment: those of the appearance of the
    /// environment, if the color differs between light and dark appearance.
    public func resolve(in environment: EnvironmentValues) -> Color.Resolved {
        Resolved(components(in: environment.colorScheme))
    }
}

extension Color.Resolved: ShapeStyle {
    /// A resolved color is drawn itself.
    public typealias Resolved = Never

    /// Returns the color as a paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(Color(self)) }
}

extension Color.Resolved: CustomStringConvertible {
    /// The components in sRGB and the opacity, in hexadecimal digits, such as `#FF0000FF`.
    public var description: String { Color(self).description }
}

extension Color.Resolved: Animatable {
    /// The components in linear sRGB and the opacity.
    public var animatableData: AnimatablePair<Float, AnimatablePair<Float, AnimatablePair<Float, Float>>> {
        get { AnimatablePair(linearRed, AnimatablePair(linearGreen, AnimatablePair(linearBlue, opacity))) }
        set {
            (linearRed, linearGreen) = (newValue.first, newValue.second.first)
            (linearBlue, opacity) = (newValue.second.second.first, newValue.second.second.second)
        }
    }
}

extension Color.Resolved: Codable {
    /// Decodes a list of the components in sRGB and the opacity.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        func next() throws -> Double { try container.decode(Double.self) }
        self.init(ColorComponents(red: try next(), green: try next(), blue: try next(), alpha: try next()))
    }

    /// Encodes a list of the components in sRGB and the opacity.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let components = components
        for component in [components.red, components.green, components.blue, components.alpha] {
            try container.encode(component)
        }
    }
}
