extension Color {
    /// The color space of a color's components.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The color space of the web.
        case sRGB
        /// The colors of sRGB, with components that are proportional to the intensity of light.
        case sRGBLinear
        /// Display P3, the wider color space of Apple's displays.
        case displayP3
    }

    /// Creates a color from its components in a color space, from 0 to 1. Components outside of
    /// this range make colors that only a wider color space has.
    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        let base: Base =
            switch colorSpace {
            case .sRGB: .components(red: red, green: green, blue: blue)
            case .sRGBLinear:
                .components(
                    red: ColorComponents.encoded(red), green: ColorComponents.encoded(green),
                    blue: ColorComponents.encoded(blue))
            case .displayP3: .displayP3(red: red, green: green, blue: blue)
            }
        self.init(base, opacity: opacity)
    }

    /// Creates a gray from its brightness in a color space, from 0 (black) to 1 (white).
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    /// Creates a color of sRGB from its hue, saturation and brightness, from 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let sector = hue.isFinite ? (hue - hue.rounded(.down)) * 6 : 0
        func component(_ offset: Double) -> Double {
            let position = (offset + sector).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(position, 4 - position, 1))
        }
        self.init(.sRGB, red: component(5), green: component(3), blue: component(1), opacity: opacity)
    }
}
