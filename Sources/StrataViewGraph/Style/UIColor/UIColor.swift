public import Foundation

/// A color of UIKit, which apps use for what `Color` has no name for, such as the system's grays
/// and backgrounds.
///
///     Text("Draft").padding().background(Color(.systemGray6))
///     List { … }.background(Color(uiColor: .systemGroupedBackground))
///
/// It also tells the components of a color, so that an app can store a color that the user picked:
///
///     var (red, green, blue, opacity): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
///     UIColor(picked).getRed(&red, green: &green, blue: &blue, alpha: &opacity)
///
/// Of UIKit's class, this one has the colors of the system, the initializers with components, and
/// their getters. It draws nothing by itself.
public final class UIColor: Sendable {
    /// The color of SwiftUI with the same components in each appearance.
    package let color: Color

    /// Creates a color from a color of SwiftUI, which keeps its version for dark appearance.
    public init(_ color: Color) { self.color = color }

    /// Creates a color from its components in sRGB, from 0 to 1. Components outside of this range
    /// make colors that only a wider color space has.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(.sRGB, red: red, green: green, blue: blue, opacity: alpha))
    }

    /// Creates a color from its components in Display P3, from 0 to 1.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(.displayP3, red: red, green: green, blue: blue, opacity: alpha))
    }

    /// Creates a gray from its brightness, from 0 (black) to 1 (white).
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(Color(white: white, opacity: alpha))
    }

    /// Creates a color from its hue, saturation and brightness, from 0 to 1.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
    }

    /// Creates a color from an asset catalog, which may have a version for dark appearance; nil if
    /// there is no color with the name.
    public convenience init?(named name: String) {
        guard let color = AssetCatalog.color(name, in: nil) else { return nil }
        self.init(color)
    }

    /// Creates a color from an asset catalog. If there is no color with the name, it is clear, and a
    /// warning is logged.
    public convenience init(resource: ColorResource) { self.init(Color(resource)) }

    /// Returns the color with another opacity, in place of its own.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        var changed = color
        changed.alpha = alpha
        return UIColor(changed)
    }
}

extension UIColor {
    /// The components in light appearance.
    var components: ColorComponents { color.components(in: .light) }

    /// Writes the components in sRGB to variables; nil for those that the caller does not need.
    /// A color that differs between appearances has the components of the light one.
    ///
    /// - Returns: True, because each color has components in sRGB.
    @discardableResult public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// Writes hue, saturation and brightness to variables; nil for those that the caller does not
    /// need. The hue of a gray is 0.
    ///
    /// - Returns: True, because each color has components in sRGB.
    @discardableResult public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        let (red, green, blue) = (components.red, components.green, components.blue)
        let highest = max(red, green, blue)
        let range = highest - min(red, green, blue)
        var sector = 0.0
        if range > 0 {
            if highest == red {
                sector = (green - blue) / range
            } else if highest == green {
                sector = (blue - red) / range + 2
            } else {
                sector = (red - green) / range + 4
            }
        }
        hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
        saturation?.pointee = highest > 0 ? range / highest : 0
        brightness?.pointee = highest
        alpha?.pointee = components.alpha
        return true
    }

    /// Writes the brightness of a gray to a variable.
    ///
    /// - Returns: Whether the color is a gray. If it is not, the variables are not changed.
    @discardableResult public func getWhite(
        _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        guard components.red == components.green, components.green == components.blue else { return false }
        white?.pointee = components.red
        alpha?.pointee = components.alpha
        return true
    }
}

extension UIColor: Hashable {
    /// Whether two colors have the same components, or the same name in the system.
    public static func == (lhs: UIColor, rhs: UIColor) -> Bool { lhs.color == rhs.color }

    /// Hashes the color.
    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

extension Color {
    /// Creates a color from a color of UIKit, and keeps its version for dark appearance.
    public init(uiColor: UIColor) { self = uiColor.color }

    /// Creates a color from a color of UIKit, such as `Color(.systemGray6)`. A color of an asset
    /// catalog takes precedence over one of UIKit with the same name.
    @_disfavoredOverload public init(_ color: UIColor) { self = color.color }
}
