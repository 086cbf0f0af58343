public import Foundation

/// The components of a color, as apps read them to store a color that the user picked.
///
///     if let components = UIColor(picked).cgColor.components {
///         category.red = components[0]
///     }
///
/// Of Core Graphics' class, this one has the components in sRGB. It has no other color spaces and
/// no patterns.
public final class CGColor: Sendable {
    /// The components: red, green, blue and opacity, from 0 to 1. They are never nil.
    public let components: [CGFloat]?

    /// Creates a color from its components in sRGB, from 0 to 1.
    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    /// Creates a color from its components, from 0 to 1, which are those of sRGB.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
    }

    /// Creates a gray from its brightness, from 0 (black) to 1 (white).
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(srgbRed: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// The number of components: 4.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// The opacity, from 0 (invisible) to 1.
    public var alpha: CGFloat { components?.last ?? 1 }

    fileprivate convenience init(_ components: ColorComponents) {
        self.init(srgbRed: components.red, green: components.green, blue: components.blue, alpha: components.alpha)
    }

    /// The color of SwiftUI with these components.
    fileprivate var color: Color {
        guard let components else { return .clear }
        return Color(.sRGB, red: components[0], green: components[1], blue: components[2], opacity: components[3])
    }
}

extension CGColor: Hashable {
    /// Whether two colors have the same components.
    public static func == (lhs: CGColor, rhs: CGColor) -> Bool { lhs.components == rhs.components }

    /// Hashes the components.
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension UIColor {
    /// Creates a color from its components.
    public convenience init(cgColor: CGColor) { self.init(cgColor.color) }

    /// The components of the color: those of light appearance, if it differs between appearances.
    public var cgColor: CGColor { CGColor(components) }
}

extension Color {
    /// Creates a color from its components.
    public init(cgColor: CGColor) { self = cgColor.color }

    /// The components of a color that is the same in each appearance; nil for other colors.
    public var cgColor: CGColor? {
        let light = components(in: .light)
        return light == components(in: .dark) ? CGColor(light) : nil
    }
}
