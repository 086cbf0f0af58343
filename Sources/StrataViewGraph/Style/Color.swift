/// A color: fixed components, or a color that differs between light and dark appearance.
///
/// A color is also a view, a rectangle that takes all of the available space.
public struct Color: ShapeStyle, Hashable, Sendable {
    package enum Base: Hashable, Sendable {
        /// A color of the system, which differs between light and dark appearance.
        case semantic(Semantic)
        /// Components in sRGB, from 0 to 1. Colors of a wider color space have others.
        case components(red: Double, green: Double, blue: Double)
        /// Components in Display P3, from 0 to 1.
        case displayP3(red: Double, green: Double, blue: Double)
        /// Components for each appearance.
        case adaptive(light: ColorComponents, dark: ColorComponents)
        /// A mixture of two colors in a color space.
        indirect case mixture(Color, Color, fraction: Double, in: Gradient.ColorSpace)
    }

    /// A color of the system. Hosts show it with the values of ``components(in:)``.
    package enum Semantic: String, Hashable, Sendable, CaseIterable {
        case primary, secondary, tertiary, quaternary, accent, background, separator, surface, control
        case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray
        case black, white, clear
    }

    package var base: Base
    /// The opacity, from 0 (invisible) to 1.
    package var alpha: Double

    package init(_ semantic: Semantic) {
        base = .semantic(semantic)
        alpha = 1
    }

    package init(_ base: Base, opacity: Double) {
        self.base = base
        alpha = opacity
    }

    /// Returns the color as a paint.
    public func _paint(in environment: EnvironmentValues) -> ShapePaint { ShapePaint(self) }

    /// Returns the color, with its opacity multiplied by a factor.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.alpha *= opacity
        return color
    }

    /// The color of text.
    public static let primary = Color(.primary)
    /// The color of secondary text.
    public static let secondary = Color(.secondary)
    /// The color of controls: "AccentColor" of the app's asset catalogs or, without it, the host's.
    public static let accentColor = Color(.accent)
    /// Red, adapted to light and dark appearance.
    public static let red = Color(.red)
    /// Orange, adapted to light and dark appearance.
    public static let orange = Color(.orange)
    /// Yellow, adapted to light and dark appearance.
    public static let yellow = Color(.yellow)
    /// Green, adapted to light and dark appearance.
    public static let green = Color(.green)
    /// Mint, adapted to light and dark appearance.
    public static let mint = Color(.mint)
    /// Teal, adapted to light and dark appearance.
    public static let teal = Color(.teal)
    /// Cyan, adapted to light and dark appearance.
    public static let cyan = Color(.cyan)
    /// Blue, adapted to light and dark appearance.
    public static let blue = Color(.blue)
    /// Indigo, adapted to light and dark appearance.
    public static let indigo = Color(.indigo)
    /// Purple, adapted to light and dark appearance.
    public static let purple = Color(.purple)
    /// Pink, adapted to light and dark appearance.
    public static let pink = Color(.pink)
    /// Brown, adapted to light and dark appearance.
    public static let brown = Color(.brown)
    /// Gray, adapted to light and dark appearance.
    public static let gray = Color(.gray)
    /// Black.
    public static let black = Color(.black)
    /// White.
    public static let white = Color(.white)
    /// Fully transparent.
    public static let clear = Color(.clear)
}

extension Color: View {
    /// A rectangle of the color, which takes all of the available space.
    public var body: some View { Rectangle().fill(self) }
}
