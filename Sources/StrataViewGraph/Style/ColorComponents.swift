import Foundation

/// The components of a color in sRGB, from 0 to 1. A color that sRGB does not have, such as a
/// saturated one of Display P3, has components below 0 or above 1.
package struct ColorComponents: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    package init(red: Double, green: Double, blue: Double, alpha: Double) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
}

extension ColorComponents {
    /// Creates components from a number with a byte for each: red, green, blue and alpha.
    init(rgba bytes: UInt32) {
        func component(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
        self.init(red: component(24), green: component(16), blue: component(8), alpha: component(0))
    }

    /// Creates components from those that a color has in a color space.
    init(in colorSpace: Color.RGBColorSpace, red: Double, green: Double, blue: Double, alpha: Double) {
        switch colorSpace {
        case .sRGB: self.init(red: red, green: green, blue: blue, alpha: alpha)
        case .sRGBLinear: self.init(light: (red, green, blue), alpha: alpha)
        case .displayP3:
            // Both color spaces have the same transfer function and white point.
            let (red, green, blue) = (Self.light(of: red), Self.light(of: green), Self.light(of: blue))
            let light = (
                1.224_940_2 * red - 0.224_940_2 * green, -0.042_057 * red + 1.042_057 * green,
                -0.019_637_6 * red - 0.078_636 * green + 1.098_273_6 * blue
            )
            self.init(light: light, alpha: alpha)
        }
    }

    /// Creates components from those of sRGBLinear.
    init(light: (red: Double, green: Double, blue: Double), alpha: Double) {
        self.init(
            red: Self.encoded(light.red), green: Self.encoded(light.green), blue: Self.encoded(light.blue), alpha: alpha)
    }

    /// The components in sRGBLinear, which are proportional to the intensity of light.
    var light: (red: Double, green: Double, blue: Double) {
        (Self.light(of: red), Self.light(of: green), Self.light(of: blue))
    }

    /// Returns the component in sRGB of one that is proportional to the intensity of light.
    static func encoded(_ light: Double) -> Double {
        // Rounding would make white slightly darker.
        guard abs(light) != 1 else { return light }
        let value = abs(light) <= 0.003_130_8 ? abs(light) * 12.92 : 1.055 * pow(abs(light), 1 / 2.4) - 0.055
        return light < 0 ? -value : value
    }

    /// Returns the intensity of light of a component in sRGB.
    static func light(of component: Double) -> Double {
        let value = abs(component) <= 0.04045 ? abs(component) / 12.92 : pow((abs(component) + 0.055) / 1.055, 2.4)
        return component < 0 ? -value : value
    }
}

extension ColorComponents {
    /// Returns a mixture of two colors, as `color-mix()` of CSS computes it: a color counts in
    /// proportion to its opacity. The matrices are those of CSS Color 4.
    ///
    /// - Parameter fraction: The part of the second color, from 0 to 1.
    static func mixture(
        _ first: ColorComponents, _ second: ColorComponents, fraction: Double, in space: Gradient.ColorSpace
    ) -> ColorComponents {
        let (firstPart, secondPart) = (first.alpha * (1 - fraction), second.alpha * fraction)
        let alpha = firstPart + secondPart
        guard alpha > 0 else { return ColorComponents(red: 0, green: 0, blue: 0, alpha: 0) }
        func mean(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { ($0 * firstPart + $1 * secondPart) / alpha } }
        switch space {
        case .device:
            let mixed = mean([first.red, first.green, first.blue], [second.red, second.green, second.blue])
            return ColorComponents(red: mixed[0], green: mixed[1], blue: mixed[2], alpha: alpha)
        case .perceptual:
            let cones = product(fromLab, mean(first.lab, second.lab)).map { $0 * $0 * $0 }
            let light = product(fromCones, cones)
            return ColorComponents(light: (light[0], light[1], light[2]), alpha: alpha)
        }
    }

    /// The coordinates of the color in Oklab.
    private var lab: [Double] {
        let light = light
        return Self.product(Self.toLab, Self.product(Self.toCones, [light.red, light.green, light.blue]).map { cbrt($0) })
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// From light in sRGB to the responses of the eye's cones.
    private static let toCones = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9], [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ]
    /// From the cube roots of these responses to Oklab.
    private static let toLab = [
        [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8], [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
    ]
    private static let fromLab = [
        [1, 0.396_337_777_4, 0.215_803_757_3], [1, -0.105_561_345_8, -0.063_854_172_8],
        [1, -0.089_484_177_5, -1.291_485_548],
    ]
    private static let fromCones = [
        [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2], [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
        [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
    ]
}
