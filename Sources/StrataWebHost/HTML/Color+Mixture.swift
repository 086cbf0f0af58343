import Foundation
import StrataViewGraph

extension Color {
    /// The components in sRGB of the color in the light appearance, without its opacity.
    var lightComponents: [Double] {
        let digits = Int(hexadecimal.dropFirst(), radix: 16) ?? 0
        return [digits >> 16, digits >> 8 & 0xFF, digits & 0xFF].map { Double($0) / 255 }
    }

    /// Returns the components in sRGB of a mixture of two colors, in sRGB or in Oklab. The matrices
    /// are those of CSS Color 4.
    static func mixed(_ first: [Double], _ second: [Double], _ fraction: Double, isDevice: Bool) -> [Double] {
        func mean(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + ($1 - $0) * fraction } }
        guard !isDevice else { return mean(first, second) }
        func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
            matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
        }
        func perceptual(_ color: [Double]) -> [Double] {
            let light = color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return product(toLab, product(toCones, light).map { cbrt($0) })
        }
        let cones = product(fromLab, mean(perceptual(first), perceptual(second))).map { $0 * $0 * $0 }
        return product(fromCones, cones).map { $0 <= 0.003_130_8 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
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
